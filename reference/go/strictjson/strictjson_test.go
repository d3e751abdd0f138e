package strictjson

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestStrictJSONIsRead(t *testing.T) { // C4
	for in, want := range map[string]any{
		` null `:                         nil,
		"\t\r\n true":                    true,
		`"\"\\\/\b\f\n\r\t\u0041\u00e9"`: "\"\\/\b\f\n\r\tAé",
		`"\ud83d\ude00\uFFFD"`:           "😀\ufffd",
		`""`:                             "",
		"\"\u007f\u2028\"":               "\u007f\u2028",
		`-0.10e+05`:                      json.Number("-0.10e+05"),
		`12345678901234567890123`:        json.Number("12345678901234567890123"),
		`[]`:                             []any{},
		`{}`:                             map[string]any{},
		`{"a":1,"b":[false,{}],"a":"x"}`: map[string]any{"a": "x", "b": []any{false, map[string]any{}}},
	} {
		if got, ok := Parse(in); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%q) = %#v, %v", in, got, ok)
		}
	}
}

func TestWhatIsNotRFC8259IsNotRead(t *testing.T) { // C4
	for _, in := range []string{
		"", " ", "\ufeff1", "1 2", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{a:1}", "{'a':1}", `{"a"}`, `{"a":}`, `{1:2}`, "[", "{", `{"a":1`, `"a`,
		"NaN", "Infinity", "-Infinity", "True", "nul", "nulll", "01", "-", "+1", "1.", ".1", "1e", "1e+", "0x1", "-01", "--1",
		"\"\n\"", "\"\x00\"", `"\x41"`, `"\u12"`, `"\u12g4"`, `"\`, `"\u`, "[1]\u00a0", "[1\v]", "// c\n1", "[1]]", "\x00",
	} {
		if got, ok := Parse(in); ok {
			t.Errorf("Parse(%q) = %#v", in, got)
		}
	}
}

func TestALoneSurrogateIsNotJSONAnywhere(t *testing.T) { // C4
	for _, in := range []string{
		`"\ud800"`, `"\udc00"`, `"\udc00\ud800"`, `"\ud800\ud800"`, `"\ud800x"`, `"\ud800\n"`, `"\ud800\u0041"`,
		`{"\ud800":1}`, `{"a":"\ud800","a":1}`,
	} {
		if _, ok := Parse(in); ok {
			t.Errorf("%s was read", in)
		}
	}
}

func TestNestingEndsAt256(t *testing.T) { // C4
	for _, pair := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
		inner := map[string]string{"[": "", `{"a":`: "1"}[pair[0]]
		for depth, want := range map[int]bool{256: true, 257: false, 100_000: false} {
			text := strings.Repeat(pair[0], depth) + inner + strings.Repeat(pair[1], depth)
			if _, ok := Parse(text); ok != want {
				t.Errorf("%s at depth %d: %v", pair[0], depth, ok)
			}
		}
	}
}

func TestANumberThatOverflowsADoubleIsNotJSON(t *testing.T) { // C4
	zeros := strings.Repeat("0", 200_000)
	for in, want := range map[string]bool{
		"1e308": true, "1.7976931348623157e308": true, "1.7976931348623158e308": true, "1.7976931348623159e308": false,
		"17976931348623157e292": true, "0.00017976931348623157e312": true, "-1e309": false, "1e309": false, "2e308": false,
		"1e-400": true, "0e999999999999": true, "0.000e99999999999999999999": true, "1e99999999999999999999": false,
		"1" + strings.Repeat("0", 308): true, "1" + strings.Repeat("0", 309): false,
		"1" + zeros + "e-200000": true, "1" + zeros + "e-199000": false, "0." + zeros + "1e200001": true, "0." + zeros + "1e200400": false,
	} {
		if _, ok := Parse(in); ok != want {
			t.Errorf("%.40s (%d characters): %v", in, len(in), ok)
		}
	}
}

// The decoder of the standard library agrees wherever the two rules are the same.
func FuzzWhatIsReadIsJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\u00e9",null]}`, "[1e400]", `"\ud83d\ude00"`, "[[[]", "-0.0e-1 "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		value, ok := Parse(s)
		if !ok {
			return
		}
		var want any
		d := json.NewDecoder(strings.NewReader(s))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatalf("%q was read, but %v", s, err)
		}
		if strings.ToValidUTF8(s, "") == s && !reflect.DeepEqual(value, want) {
			t.Fatalf("%q: got %#v, want %#v", s, value, want)
		}
	})
}

func TestANumberIsWholeByItsDouble(t *testing.T) { // Q9
	zeros := strings.Repeat("0", 200_000)
	for in, want := range map[string]bool{
		"0": true, "-0": true, "-0.0e5": true, "3": true, "-3": true, "3.0": true, "3.10": false, "-0.5": false,
		"1e2": true, "12.50e1": true, "12.55e1": false, "120e-1": true, "125e-1": false, "1E+2": true,
		"1.0000000000000000000001": true, "0.99999999999999999999999": true, "0.9999999999999999": false,
		"4503599627370495.5": false, "9007199254740993": true, "9007199254740992.7": true, "12345678901234567890123": true,
		"1e-400": true, "0.1e-324": true, "2e-324": true, "3e-324": false, "5e-324": false, "1e308": true, "1.7976931348623157e308": true,
		"1" + zeros + "e-200000": true, "1" + zeros + "e-200001": false, "15" + zeros + "e-200001": false,
		"0." + zeros + "1e200001": true, "0." + zeros + "1e200000": false, "1." + zeros: true, "1." + zeros + "1": true,
		"1e-9" + zeros: true, "1e-" + zeros + "1": false, "1e" + zeros: true,
	} {
		value, ok := Parse(in)
		if n, is := value.(json.Number); !ok || !is || Whole(n) != want {
			t.Errorf("%.40s (%d characters): read %v, whole %v", in, len(in), ok, Whole(n))
		}
	}
	for _, in := range []json.Number{"", "x", "1e400"} {
		if Whole(in) {
			t.Errorf("Whole(%q)", in)
		}
	}
}
