package strictjson

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Whole reports whether the double of a number that Parse gave has no
// fraction, as in 3.0, 1e2 and 1e-400 (SEMANTICS Q9).
func Whole(n json.Number) bool {
	r := reader{s: string(n)}
	d, ok := r.decimal()
	if !ok {
		return false
	}
	place, zero := d.place()
	if zero {
		return true
	}
	value, err := d.double(place)
	return err == nil && value == math.Trunc(value)
}

// number reads a number and gives its text. ok is false if it is misspelled
// or overflows a double (SEMANTICS C4).
func (r *reader) number() (text string, ok bool) {
	start := r.i
	d, ok := r.decimal()
	if !ok {
		return "", false
	}
	return r.s[start:r.i], !d.overflows()
}

// decimal is a number in the parts that it is spelled in; its sign is left
// out, as nothing depends on it.
type decimal struct {
	whole, fraction, exponent string
	negative                  bool // the exponent is
}

// decimal reads a number; ok is false if it is misspelled.
func (r *reader) decimal() (d decimal, ok bool) {
	r.take('-')
	d.whole = r.digits()
	if d.whole == "" || len(d.whole) > 1 && d.whole[0] == '0' {
		return d, false
	}
	if r.take('.') {
		if d.fraction = r.digits(); d.fraction == "" {
			return d, false
		}
	}
	if r.take('e') || r.take('E') {
		if d.negative = r.take('-'); !d.negative {
			r.take('+')
		}
		if d.exponent = r.digits(); d.exponent == "" {
			return d, false
		}
	}
	return d, true
}

func (r *reader) digits() string {
	start := r.i
	for r.i < len(r.s) && '0' <= r.s[r.i] && r.s[r.i] <= '9' {
		r.i++
	}
	return r.s[start:r.i]
}

// place is the decimal exponent of the first digit that is not 0.
func (d decimal) place() (place int, zero bool) {
	place = len(d.whole) - 1
	if d.whole == "0" {
		digits := strings.TrimLeft(d.fraction, "0")
		if digits == "" {
			return 0, true
		}
		place = len(digits) - len(d.fraction) - 1
	}
	return place + power(d.exponent, d.negative), false
}

// overflows reports whether the size of a number is past the largest double.
// The place decides almost always.
func (d decimal) overflows() bool {
	place, zero := d.place()
	if zero || place != maxPlace {
		return !zero && place > maxPlace
	}
	_, err := d.double(place)
	return err != nil
}

// maxPlace is the place of the largest double, 1.797…e308.
const maxPlace = 308

// double is the size of a number that is not 0, from strconv. To leave it the
// exponent of the text would be wrong: strconv stops reading exponents at five
// digits, so that 1000…0e-200000 overflows.
func (d decimal) double(place int) (float64, error) {
	digits := strings.TrimLeft(d.whole+d.fraction, "0")
	return strconv.ParseFloat(digits[:1]+"."+digits[1:]+"e"+strconv.Itoa(place), 64)
}

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
