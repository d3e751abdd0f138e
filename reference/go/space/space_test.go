package space

import "testing"

func TestWhiteSpaceIsExactlyTheSetOfThePage(t *testing.T) { // C1
	want := map[rune]bool{0x20: true, 0x85: true, 0xA0: true, 0x1680: true, 0x2028: true, 0x2029: true, 0x202F: true, 0x205F: true, 0x3000: true}
	for r := rune(0x09); r <= 0x0D; r++ {
		want[r] = true
	}
	for r := rune(0x2000); r <= 0x200A; r++ {
		want[r] = true
	}
	for r := rune(0); r <= 0x10FFFF; r++ {
		if Is(r) != want[r] {
			t.Errorf("Is(%U) = %v", r, Is(r))
		}
	}
}

func TestSkipPassesOverWhiteSpaceOnly(t *testing.T) { // C1
	for s, want := range map[string]int{"": 0, "x": 0, " \u3000\u0085x": 6, "\ufeff": 0, "\t\n": 2, "é": 0} {
		if got := Skip(s, 0); got != want {
			t.Errorf("Skip(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestOnlyFourCharactersAreBlanks(t *testing.T) { // C1
	for c := range 256 {
		want := c == ' ' || c == '\t' || c == '\n' || c == '\r'
		if Blank(byte(c)) != want {
			t.Errorf("Blank(%#x) = %v", c, !want)
		}
	}
}

func TestSkipBytesWaitsForTheRestOfACharacter(t *testing.T) { // C1, C5
	for s, want := range map[string]struct {
		next  int
		whole bool
	}{
		"": {0, true}, "x": {0, true}, " \u3000\u0085x": {6, true}, "\ufeff": {0, true}, "\t\n": {2, true}, "é": {0, true},
		" \xe3": {1, false}, " \xe3\x80": {1, false}, "\xc2": {0, false}, "\xc2x": {0, true}, "\xff": {0, true}, "\xe3\x80x": {0, true},
	} {
		if next, whole := SkipBytes([]byte(s), 0); next != want.next || whole != want.whole {
			t.Errorf("SkipBytes(%q) = %d, %v, want %v", s, next, whole, want)
		}
	}
}
