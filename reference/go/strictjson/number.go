package strictjson

import (
	"strconv"
	"strings"
)

// number reads a number and gives its text. ok is false if it is misspelled
// or overflows a double (SEMANTICS C4).
func (r *reader) number() (text string, ok bool) {
	start := r.i
	r.take('-')
	whole := r.digits()
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return "", false
	}
	fraction := ""
	if r.take('.') {
		if fraction = r.digits(); fraction == "" {
			return "", false
		}
	}
	negative, exponent := false, ""
	if r.take('e') || r.take('E') {
		if negative = r.take('-'); !negative {
			r.take('+')
		}
		if exponent = r.digits(); exponent == "" {
			return "", false
		}
	}
	text = r.s[start:r.i]
	return text, !overflows(whole, fraction, exponent, negative)
}

func (r *reader) digits() string {
	start := r.i
	for r.i < len(r.s) && '0' <= r.s[r.i] && r.s[r.i] <= '9' {
		r.i++
	}
	return r.s[start:r.i]
}

// overflows reports whether the size of a number is past the largest double.
//
// The exponent of the first digit that is not 0 decides almost always. Only at
// the border strconv is asked, and then for a number with that exponent:
// strconv stops reading exponents at five digits, so that it is wrong for
// 1000…0e-200000.
func overflows(whole, fraction, exponent string, negative bool) bool {
	digits, place := whole, len(whole)-1
	if whole == "0" {
		digits = strings.TrimLeft(fraction, "0")
		place = len(digits) - len(fraction) - 1
		if digits == "" {
			return false
		}
		fraction = ""
	}
	place += power(exponent, negative)
	if place != maxPlace {
		return place > maxPlace
	}
	_, err := strconv.ParseFloat(digits[:1]+"."+digits[1:]+fraction+"e"+strconv.Itoa(maxPlace), 64)
	return err != nil
}

// maxPlace is the decimal exponent of the largest double, 1.797…e308.
const maxPlace = 308

// power is the value of an exponent, capped where no text of a sane length can
// bring it back into range and where an int of 32 bits still holds ten times it.
func power(digits string, negative bool) int {
	const most = 200_000_000
	value := 0
	for i := range len(digits) {
		value = min(value*10+int(digits[i]-'0'), most)
	}
	if negative {
		return -value
	}
	return value
}
