/**
 * Where blocks begin and end: SEMANTICS D1 to D7, D14, C2, C3.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from '../src/parser.js';
import { read, table } from '../support/streams.mjs';

const B = '<tool_calls><invoke name="a"></invoke></tool_calls>';
const OPEN = '<invoke name="a">';
const CALL = { call: { name: 'a', input: {} } };
const text = (s) => ({ text: s });

/** Each row: promise, text, expected events; a string stands for all of it being text. */
function events(input, expected, answer) {
  assert.deepEqual(read(input, answer), expected === undefined ? [text(input)] : expected);
}

table(
  [
    ['D1: a fence of backticks hides a block', '```\n' + B + '\n```\n'],
    ['D1: a fence of tildes hides a block', '~~~\n' + B + '\n~~~\n'],
    ['D1: a fence may be indented by spaces and TABs', ' \t```\n' + B],
    ['D1: the info line of a fence is text', '``` ' + B + '\n' + B],
    ['D1: two backticks open no fence', '``\n' + B, [text('``\n'), CALL]],
    ['D1: a run behind other text opens no fence', 'x ```\n' + B, [text('x ```\n'), CALL]],
    ['D1: a run behind CR opens no fence', '\r```\n' + B, [text('\r```\n'), CALL]],
    ['D1: a shorter run does not close a fence', '````\n```\n' + B],
    ['D1: a longer run closes a fence', '```\n````\n' + B, [text('```\n````\n'), CALL]],
    ['D1: a run of the other character does not close', '~~~\n```\n' + B],
    ['D1: CR, spaces and TABs may follow the closing run', '```\n``` \t\r\n' + B, [text('```\n``` \t\r\n'), CALL]],
    ['D1: other text behind the run keeps the fence open', '```\n``` x\n' + B],
    ['D1: the closing line itself is text', '```\n```' + B + '\n' + B],
    ['D1: a run that a text breaks off is counted anew', '```\n`` `\n' + B],
    ['D1: a fence in a value opens nothing', `<tool_calls>${OPEN}<parameter name="p">\n\`\`\`\n</parameter></invoke></tool_calls>` + B,
      [{ call: { name: 'a', input: { p: '```' } } }, CALL]],
    ['D1: a fence line inside a block opens nothing', `<tool_calls>\n\`\`\`\n${OPEN}</invoke></tool_calls>` + B, [CALL, CALL]],
    ['D1: a block stands before a run on its line', B + '```\n' + B, [CALL, text('```\n'), CALL]],
    ['D1: what a bare capture gave up may open a fence', OPEN + '\n \t```\n' + B],
    ['D1: a given-up capture stands before a run on its line', OPEN + '```\n' + B, [text(OPEN + '```\n'), CALL]],
    ['D1: CR before a given-up run opens no fence', OPEN + '\n\r```\n' + B, [text(OPEN + '\n\r```\n'), CALL]],
    ['D2: an opener needs a blank, `>` or `/` behind its name', '<tool_callsx><tool_calls'],
    ['D2: both styles open', B.replaceAll(/<(\/?)/g, '<$1|DSML|'), [CALL]],
    ['D2: CDATA in prose hides nothing', '<![CDATA[' + B + ']]>', [text('<![CDATA['), CALL, text(']]>')]],
    ['D2: a comment in prose hides nothing', '<!-- ' + B, [text('<!-- '), CALL]],
    ['D2: an opener that ends in `/>` opens too', B.replace('calls>', 'calls/>'), [CALL]],
    ['D3: a second wrapper at invoke depth 0 starts anew', 'see <tool_calls> and ' + B, [text('see <tool_calls> and '), CALL]],
    ['D3: a wrapper inside an invoke nests', `<tool_calls>${OPEN}<tool_calls></tool_calls>{}</invoke></tool_calls>`],
    ['D3: a nested wrapper that ends in `/>` adds no depth', `<tool_calls>${OPEN}<tool_calls/></tool_calls>x`],
    ['D3: a nested invoke that ends in `/>` adds no depth', `<tool_calls>${OPEN}<invoke/></invoke><tool_calls></tool_calls>`],
    ['D3: an invoke end tag without a start is passed over', '<tool_calls></invoke>' + OPEN + '</invoke></tool_calls>', [CALL]],
    ['D3: a wrapper end tag ends the block inside an open invoke', `<tool_calls>${OPEN}</tool_calls>` + B, [text(`<tool_calls>${OPEN}</tool_calls>`), CALL]],
    ['D4: CDATA in a block hides tags, in any case', `<tool_calls><![cdata[</tool_calls>]]>${OPEN}</invoke></tool_calls>`, [CALL]],
    ['D4: a comment in a block hides tags', `<tool_calls><!--</tool_calls>-->${OPEN}</invoke></tool_calls>`, [CALL]],
    ['D4: `<!-->` is no whole comment', `<tool_calls><!-->${OPEN}</invoke></tool_calls>`],
    ['D4: `<!--->` is no whole comment', `<tool_calls><!--->${OPEN}</invoke></tool_calls>`],
    ['D4: `<!---->` is a whole comment', `<tool_calls><!---->${OPEN}</invoke></tool_calls>`, [CALL]],
    ['D4: more marks than two end a section too', `<tool_calls><![CDATA[]]]]>${OPEN}</invoke></tool_calls>`, [CALL]],
    ['D4: an unterminated section runs to the end', `<tool_calls><![CDATA[${B}`],
    ['D5: `>` in quotes does not end a tag', `<tool_calls x=">" y='>'>${OPEN}</invoke></tool_calls>`, [CALL]],
    ['D5: an end tag may hold blanks and attributes', `<tool_calls>${OPEN}</invoke\n x=">"></tool_calls >`, [CALL]],
    ['D5: an unfinished tag runs to the end', `<tool_calls ">${B}`],
    ['D6: a block without a call is text', 'a<tool_calls>b</tool_calls>c'],
    ['D6: scanning goes on after a rejected block', `<tool_calls></tool_calls>${B}`, [text('<tool_calls></tool_calls>'), CALL]],
    ['D6: an open capture at the end is text, its inner blocks too', `<tool_calls>${OPEN}<parameter name="p">`],
    ['C2: letters outside ASCII are never folded', B.replaceAll('invoke', 'invo\u212ae')],
    ['C2: ASCII letters are folded', B.toUpperCase().replace('NAME="A"', 'NAME="a"'), [CALL]],
    ['C3: nothing is trimmed around a block', ' \n' + B + '\n\u0085', [text(' \n'), CALL, text('\n\u0085')]],
  ],
  events,
);

const LONG = (length) => `<invoke name="a"${' '.repeat(length - 17)}>`;
const REST = '</invoke></tool_calls>';

table(
  [
    ['D7: a bare invoke is repaired', 'x' + OPEN + REST + 'y', [text('x'), CALL, text('y')]],
    ['D7: several bare invokes make one block', (OPEN + '</invoke>\n').repeat(2) + '</tool_calls>', [CALL, CALL]],
    ['D7: a comment may stand between bare invokes', OPEN + '</invoke><!-- > -->' + OPEN + REST, [CALL, CALL]],
    ['D7: a fence hides a bare invoke', '```\n' + OPEN + REST],
    ['D7: a JSON body is allowed at once', OPEN + ' {}' + REST, [CALL]],
    ['D7: a bare capture that stays open is text', OPEN + '</invoke>'],
    ['D7 a: other text in the invoke gives up', OPEN + ' x' + B, [text(OPEN + ' x'), CALL]],
    ['D7 a: white space that is no blank gives up', OPEN + '\u00a0' + REST],
    ['D7 a: a comment in the invoke gives up', OPEN + '<!---->' + REST],
    ['D7 a: a nested invoke gives up and is a capture itself', OPEN + OPEN + REST, [text(OPEN), CALL]],
    ['D7 a: what only resembles a parameter gives up', OPEN + '<parameters name="p">1</parameters>' + REST],
    ['D7 a: a nested invoke is not asked what comes first', OPEN + '<parameter name="p">1</parameter><invoke>x</invoke>' + REST,
      [{ call: { name: 'a', input: { p: '1' } } }]],
    ['D7 b: text after the invoke gives up', OPEN + '</invoke>x</tool_calls>' + B, [text(OPEN + '</invoke>x</tool_calls>'), CALL]],
    ['D7 b: CDATA after the invoke gives up', OPEN + '</invoke><![CDATA[]]></tool_calls>'],
    ['D7 b: an invoke end tag at depth 0 gives up', OPEN + '</invoke></invoke></tool_calls>'],
    ['D7 b: a wrapper at depth 0 makes an ordinary capture', OPEN + '</invoke>' + B, [text(OPEN + '</invoke>'), CALL]],
    ['D7 c: a `<` in the start tag gives up there', '<invoke ' + B, [text('<invoke '), CALL]],
    ['D7 c: a `<` in quotes does not', '<invoke x="<" name="a">' + REST, [CALL]],
    ['D7 c: a start tag of 4,096 code points is read', LONG(4096) + REST, [CALL]],
    ['D7 c: a start tag of 4,097 code points is not', LONG(4097) + REST],
    ['D7 c: the limit counts code points', `<invoke x="${'😀'.repeat(4000)}" name="a">` + REST, [CALL]],
    ['D7 c: the limit holds for later invokes too', OPEN + '</invoke>' + LONG(4097) + REST],
    ['D7 c: behind a tag that is too long, scanning goes on after its `<`', `<invoke "${B}${'x'.repeat(4096)}`,
      [text('<invoke "'), CALL, text('x'.repeat(4096))]],
    ['D7 c: what is scanned again may open a fence', `<invoke "\n\`\`\`\n${'x'.repeat(4096)}"${B}`],
    ['D7 c: an ordinary capture knows no limit', '<tool_calls>' + LONG(5000) + REST, [CALL]],
    ['D7: both styles are repaired', '<|DSML|invoke name="a"></|dsml|invoke></|DSML|tool_calls>', [CALL]],
  ],
  events,
);

test('D7: a bare invoke is ordinary text under policy text', () => {
  events(OPEN + REST, undefined, 'text');
  events(OPEN + B, [text(OPEN), CALL], 'text');
});

table(
  [
    ['D14: the marker needs no boundary', 'x<tool_callsy', true],
    ['D14: the marker counts in a fence, in any case', '```\n<|dSmL|TOOL_CALLS', true],
    ['D14: the marker counts behind a false start', '<<tool_<|dsml|<tool_calls', true],
    ['D14: an end tag is no marker', '</tool_calls><tool_call>', false],
    ['D14: a repaired call counts', OPEN + REST, true],
    ['D14: a bare invoke that gave no call does not count', OPEN, false],
  ],
  (input, saw) => {
    const options = { dialect: 'dsml', policies: { missing_opener: 'repair' } };
    assert.equal(parse(input, options).saw_tool_syntax, saw);
  },
);
