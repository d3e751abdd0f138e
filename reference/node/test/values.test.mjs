/**
 * What a parameter's body means: SEMANTICS V1 to V6, C1, C4.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { table, valueOf } from '../support/streams.mjs';

const nest = (depth, inner) => '<k>'.repeat(depth) + inner + '</k>'.repeat(depth);
const brackets = (depth) => '['.repeat(depth) + ']'.repeat(depth);

/** Each row: promise, body, value; without a value the body itself is the value. */
function value(body, expected = body) {
  assert.deepEqual(valueOf(body), expected);
}

table(
  [
    ['V1, C1: every White_Space character is trimmed', '\t\v\f\u0085\u00a0\u1680\u2003\u2028\u202f\u205f\u3000x\u3000', 'x'],
    ['V1, C1: U+FEFF and U+001C are not', '\ufeffx\u001c'],
    ['V1: white space alone is the empty string', ' \n', ''],
    ['V2: CDATA gives its content unchanged', ' <![CDATA[ &amp; <b> ]]> ', ' &amp; <b> '],
    ['V2: sections join, in any case', '<![CDATA[a]]]]><![cdata[>b]]>', 'a]]>b'],
    ['V2: an empty section is the empty string', '<![CDATA[]]>', ''],
    ['V2: CDATA is never JSON', '<![CDATA[{}]]>', '{}'],
    ['V3: text between sections stays with them', '<![CDATA[a]]> <![CDATA[b]]>', 'a]]> <![CDATA[b'],
    ['V3: a section with text behind it is text', '<![CDATA[a]]>&lt;', '<![CDATA[a]]><'],
    ['V4: elements make an object', ' <a>1</a>\u00a0<b/><c></c> ', { a: '1', b: '', c: '' }],
    ['V4: equal names make a list', '<a>1</a><b>x</b><a><c>2</c></a>', { a: ['1', { c: '2' }], b: 'x' }],
    ['V4: the prefix is dropped', '<x:a>1</x:a><y:a>2</y:a>', { a: ['1', '2'] }],
    ['V4: attributes are ignored', '<a x = \'>\' y:z="<">1</a\n>', { a: '1' }],
    ['V4: an attribute needs a blank before it', '<a x="1"y="2">1</a>'],
    ['V4: an attribute needs a value', '<a x>1</a>'],
    ['V4: a blank inside `/>` is none', '<a / >'],
    ['V4: blanks may stand before `/>`', '<a />', { a: '' }],
    ['V4: a blank after `<` is none', '< a>1</a>'],
    ['V4: the end tag repeats the name exactly', '<a>1</A>'],
    ['V4: the prefix counts in the end tag', '<x:a>1</a>'],
    ['V4: text beside elements is no child structure', '<a>1</a>x'],
    ['V4: text beside inner elements is none', '<a>x<b/></a>'],
    ['V4: a comment is none', '<a>1</a><!-- -->'],
    ['V4: an unclosed element is none', '<a>1'],
    ['V4: an end tag too many is none', '<a>1</a></b>'],
    ['V4: a content may be JSON', '<a> [1] </a>', { a: [1] }],
    ['V4: a content is decoded', '<a>&lt;&#32;</a>', { a: '< ' }],
    ['V4: a content may be sections', '<a> <![CDATA[<x>]]><![cdata[y]]> </a>', { a: '<x>y' }],
    ['V4: sections beside text in a content are none', '<a>x<![CDATA[y]]></a>'],
    ['V4: sections apart in a content are none', '<a><![CDATA[x]]> <![CDATA[y]]></a>'],
    ['V4: a name may hold dots, dashes and digits', '<_a.b-1>1</_a.b-1>', { '_a.b-1': '1' }],
    ['V4: a name may not start with a digit', '<1a>1</1a>'],
    ['V5: a list and an object are JSON', ' {"a":[1,true,null,"x"]} ', { a: [1, true, null, 'x'] }],
    ['V5: scalars stay text', 'true'],
    ['V5: a quoted string stays text', '"q"'],
    ['V5: entities are decoded first', '{&quot;a&quot;:&quot;&amp;lt;&quot;}', { a: '&lt;' }],
    ['V5: decoded white space before it is not trimmed', '&#32;{}', ' {}'],
    ['V5: decoded blanks behind it are JSON', '{}&#32;', {}],
    ['C4: a trailing comma is no JSON', '[1,]'],
    ['C4: NaN is no JSON', '[NaN]'],
    ['C4: a byte order mark is no JSON', '[\ufeff]'],
    ['C4: the last of equal keys wins', '{"a":1,"a":2}', { a: 2 }],
    ['C4: a number that overflows is no JSON', '[-1e309]'],
    ['C4: many digits that overflow are no JSON', `[1${'0'.repeat(309)}]`],
    ['C4: many digits that fit are', `[1${'0'.repeat(307)}]`, [1e307]],
    ['C4: a number that underflows is zero', '[1e-999]', [0]],
    ['C4: a lone surrogate is no JSON, even overwritten', '{"a":"\\ud83d","a":1}'],
    ['C4: a low surrogate alone is no JSON', '["\\ude00"]'],
    ['C4: a lone surrogate in a key is no JSON', '{"\\uD83D\\u0041":1}'],
    ['C4: an escaped pair is one character', '["\\ud83d\\uDE00"]', ['😀']],
    ['C4: an escaped backslash before u escapes nothing', '["\\\\ud83d"]', ['\\ud83d']],
    ['C4: depth 256 is JSON', brackets(256), JSON.parse(brackets(256))],
    ['C4: depth 257 is no JSON', brackets(257)],
    ['C4: brackets in a string have no depth', `["${'['.repeat(300)}"]`, ['['.repeat(300)]],
    ['V6: the five names and both kinds of number are decoded', '&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#X1f600;', '&<>"\'AB😀'],
    ['V6: everything else stays', '&AMP; &nbsp; &amp &#; &#x; &#xg; &#0; &#55296; &#1114112; & &#6a;'],
    ['V6: leading zeros do not matter', '&#00000000000000000000000000000065;', 'A'],
    ['V6: text is decoded once', '&amp;lt;', '&lt;'],
    ['V6: decoded white space is not trimmed', '&#10;x&#32;', '\nx '],
  ],
  value,
);

test('V4: nesting of 256 is read, and of 257 is text', () => {
  let inner = valueOf(nest(256, 'x'));
  for (let depth = 0; depth < 256; depth += 1) inner = inner.k;
  assert.equal(inner, 'x');
  assert.equal(valueOf(nest(257, 'x')), nest(257, 'x'));
  assert.equal(valueOf(nest(256, '<k/>')), nest(256, '<k/>'));
});

test('V4: a child named `__proto__` is a member', () => {
  const got = valueOf('<__proto__><b>1</b></__proto__>');
  assert.equal(JSON.stringify(got), '{"__proto__":{"b":"1"}}');
});
