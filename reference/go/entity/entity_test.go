package entity

import (
	"strings"
	"testing"
)

func TestEntitiesAreDecodedOnceAndOthersStay(t *testing.T) { // V6
	for in, want := range map[string]string{
		"":                            "",
		"no entity":                   "no entity",
		"&amp;&lt;&gt;&quot;&apos;":   `&<>"'`,
		"&amp;lt;":                    "&lt;",
		"&&amp;&":                     "&&&",
		"&#65;&#x41;&#X41;&#x0000041": "AAA&#x0000041",
		"&#xD7FF;&#xD800;&#xE000;":    "\ud7ff&#xD800;\ue000",
		"&#x10FFFF;&#x110000;&#0;":    "\U0010ffff&#x110000;&#0;",
		"&LT;&nbsp;&lt &#;&#x;&#-1;":  "&LT;&nbsp;&lt &#;&#x;&#-1;",
		"&#1F;&#x1G;&#+1;&# 1;":       "&#1F;&#x1G;&#+1;&# 1;",
		"&#" + strings.Repeat("0", 99) + "9;&#" + strings.Repeat("9", 99) + ";": "\t&#" + strings.Repeat("9", 99) + ";",
	} {
		if got := Decode(in); got != want {
			t.Errorf("Decode(%q) = %q, want %q", in, got, want)
		}
	}
}
