package dsml_test

import (
	"strings"
	"testing"
)

func TestValuesAreTrimmedFirst(t *testing.T) { // V1
	keep(t, []promise{
		text("V1 empty", "", ""),
		text("V1 blank", " \n\u3000", ""),
		text("V1 trimmed", " x y\n", "x y"),
	})
}

func TestCDATAIsUnchanged(t *testing.T) { // V2, V3
	keep(t, []promise{
		text("V2 one", " <![CDATA[ <b>&lt; ]]> ", " <b>&lt; "),
		text("V2 several", "<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b"),
		text("V2 any case", "<![cDaTa[a]]><![CDATA[]]>", "a"),
		text("V2 is never JSON", "<![CDATA[[1]]]>", "[1]"),
		text("V3 space between", "<![CDATA[a]]> <![CDATA[b]]>", "a]]> <![CDATA[b"),
		text("V3 an element between", "<![cdata[a]]><b/><![CDATA[c]]>", "a]]><b/><![CDATA[c"),
		text("V6 words after", "<![CDATA[a]]>&lt;", "<![CDATA[a]]><"),
		text("V6 words before", "x<![CDATA[a]]>", "x<![CDATA[a]]>"),
	})
}

func TestChildrenBecomeObjects(t *testing.T) { // V4
	deep := func(n int) string { return strings.Repeat("<k>", n) + "v" + strings.Repeat("</k>", n) }
	nested := func(n int) string { return strings.Repeat(`{"k":`, n) + `"v"` + strings.Repeat("}", n) }
	keep(t, []promise{
		value("V4 one", "<k>v</k>", `{"k":"v"}`),
		value("V4 several with space", "<k>v</k> \u00a0<j>w</j>", `{"k":"v","j":"w"}`),
		value("V4 repeated", "<k>v</k><k>[1]</k><j/><k/>", `{"k":["v",[1],""],"j":""}`),
		value("V4 nested", "<k> <j>v</j> </k>", `{"k":{"j":"v"}}`),
		value("V4 prefix is dropped", "<x:k>1</x:k><y:k>2</y:k>", `{"k":["1","2"]}`),
		value("V4 attributes", `<k a = "<>" b:c='1' >v</k >`, `{"k":"v"}`),
		value("V4 closes itself", `<k a="1"/><j />`, `{"k":"","j":""}`),
		value("V4 empty content", "<k></k><j> </j>", `{"k":"","j":""}`),
		value("V4 JSON content", `<k>[1,"x"]</k><j>1</j>`, `{"k":[1,"x"],"j":"1"}`),
		value("V4 entities", "<k>&lt;b&gt;</k>", `{"k":"<b>"}`),
		value("V4 CDATA content", "<k> <![CDATA[</k>]]><![cdata[x]]> </k>", `{"k":"</k>x"}`),
		value("V4 names", "<_.-1><A/></_.-1>", `{"_.-1":{"A":""}}`),
		value("V4 depth 256", deep(256), nested(256)),
		text("V4 depth 257", deep(257), deep(257)),
	})
	for _, body := range []string{
		"<k>v</k>x", "x<k>v</k>", "<k>v<j/></k>", "<k><j/>v</k>", "<k>v</K>", "<k>v", "<k>v</j>", "<k", "<k a>v</k>",
		`<k a="1"b="2">v</k>`, "<k a=1>v</k>", "< k>v</k>", "<k>v</ k>", "<k/ >", "<1k>v</1k>", "<a:b:c>v</a:b:c>", "<:k/>", "<k:/>",
		"<名>v</名>", "<k><!-- c -->v</k>", "<?xml?><k/>", "<k>a<![CDATA[b]]></k>", "<k><![CDATA[b]]> <![CDATA[c]]></k>",
		"<k><j/><![CDATA[b]]></k>", "</k>", "<x:k>v</k>", "<k\f>v</k>", "<k x\u00a0='1'>v</k>",
	} {
		keep(t, []promise{text("V4 not children: "+body, body, body)})
	}
}

func TestOnlyObjectsAndListsAreReadAsJSON(t *testing.T) { // V5
	keep(t, []promise{
		value("V5 object", ` {"a":[true,null,1.5]} `, `{"a":[true,null,1.5]}`),
		value("V5 entities first", `{&quot;a&quot;:&quot;&amp;lt;&quot;}`, `{"a":"&lt;"}`),
		text("V5 scalars", "1", "1"),
		text("V5 words", "true", "true"),
		text("V5 strings", `"q"`, `"q"`),
		text("V5 not at the start after decoding", "&#32;{}", " {}"),
		value("V5 white space that decoding brings in at the end", "[]&#32;", "[]"),
		text("V5 not all of it", "{} x", "{} x"),
	})
}

func TestEntitiesAreDecodedOnce(t *testing.T) { // V6
	keep(t, []promise{
		text("V6 named", "&amp;&lt;&gt;&quot;&apos;x", `&<>"'x`),
		text("V6 once", "&amp;lt;&amp;amp;", "&lt;&amp;"),
		text("V6 numbers", "&#65;&#x42;&#X43;&#0000068;&#x1f600;", "ABCD😀"),
		text("V6 out of range", "&#0;&#xD800;&#xdfff;&#x110000;&#99999999999999999999;", "&#0;&#xD800;&#xdfff;&#x110000;&#99999999999999999999;"),
		text("V6 the last one", "&#x10FFFF;&#1;", "\U0010ffff\x01"),
		text("V6 others stay", "&nbsp;&AMP;&lt &#;&#x;&#1a;& &;", "&nbsp;&AMP;&lt &#;&#x;&#1a;& &;"),
		text("V6 no trim after decoding", "&#32;x&#10;", " x\n"),
	})
}
