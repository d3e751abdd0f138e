/**
 * Finding and reading blocks of the dialect `qwen`: SEMANTICS Q3 to Q5, Q7, Q8, Q10, Q12.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { functionBlock, readQwen } from '../support/qwen.mjs';
import { table } from '../support/streams.mjs';

const call = (input = {}, name = 'f') => ({ call: { name, input } });
const say = (text) => ({ text });

/** Reads a body of a function whose only parameter is `k`. */
const k = (value) => `<parameter=k>${value}</parameter>`;
const block = functionBlock;
const two = '<tool_call><function=g></function></tool_call>';

table(
  [
    ['Q3: a block is taken out, what stands around it stays', ` a\n${block('')}\n b`, [say(' a\n'), call(), say('\n b')]],
    ['Q3: a call in a fence is a call', `\`\`\`\n${block('')}\n\`\`\``, [say('```\n'), call(), say('\n```')]],
    ['Q3: case matters', block('').replace('tool_call', 'Tool_call'), [say('<Tool_call><function=f></function></tool_call>')]],
    ['Q3: a tag with a blank inside is no opener', '<tool_call ><function=f></function></tool_call>', [
      say('<tool_call ><function=f></function></tool_call>'),
    ]],
    ['Q3: a block may follow a block', block('') + two, [call(), call({}, 'g')]],
    ['Q4: a block may hold several functions', `<tool_call><function=f>${k(1)}</function><function=g></function></tool_call>`, [
      call({ k: '1' }),
      call({}, 'g'),
    ]],
    ['Q4: a block holds one function at least', '<tool_call></tool_call>', [say('<tool_call></tool_call>')]],
    ['Q4: all white space may stand between tags', block(`\u0085${k(1)}\u3000\u2028${k(2)}\u00a0\t`), [call({ k: '2' })]],
    ['Q4: U+FEFF is no white space', block('\ufeff'), [say(block('\ufeff'))]],
    ['Q4: U+001C is no white space', block('\u001c'), [say(block('\u001c'))]],
    ['Q4: a NAME is trimmed', block('', ' \u3000f \r'), [call()]],
    ['Q4: a NAME that is white space is empty', block('', ' \u0085'), [say(block('', ' \u0085'))]],
    ['Q4: a NAME keeps what is no white space', block('', '\ufefff'), [call({}, '\ufefff')]],
    ['Q4: a NAME may hold angle brackets, quotes and tags without end', block('', '<tool_call"=😀'), [call({}, '<tool_call"=😀')]],
    ['Q4: a KEY stays as it is', block('<parameter= k \t>1</parameter>'), [call({ ' k \t': '1' })]],
    ['Q4: a KEY of one blank is a key', block('<parameter= >1</parameter>'), [call({ ' ': '1' })]],
    ['Q4: a KEY ends at the first `>`', block('<parameter=a>b>1</parameter>'), [call({ a: 'b>1' })]],
    ['Q4: any string is a KEY', block('<parameter=__proto__>1</parameter><parameter=constructor>2</parameter>'), [
      call(JSON.parse('{"__proto__":"1","constructor":"2"}')),
    ]],
  ],
  (text, events) => assert.deepEqual(readQwen(text), events),
);

table(
  [
    ['Q5: a value may hold its closer', 'a</parameter>b', 'a</parameter>b'],
    ['Q5: a value may hold closers without end', '</parameter></parameter>', '</parameter></parameter>'],
    ['Q5: a value may hold the closers of function and block', 'a</function></tool_call>b', 'a</function></tool_call>b'],
    ['Q5: a value may hold tags that open', '<parameter=k><function=f><tool_call>', '<parameter=k><function=f><tool_call>'],
    ['Q5: a closer before a tag that is none ends nothing', '</parameter> </functio>', '</parameter> </functio>'],
    ['Q5: a closer in the middle of such a tag counts', '</parameter>\n</fun', '</parameter>\n</fun'],
    ['Q5: a closer cut by an angle bracket is none', '</param<', '</param<'],
    ['Q5: no blanks inside a closer', '</parameter ></function>', '</parameter ></function>'],
    ['Q5: U+FEFF after a closer is no white space', '</parameter>\ufeff</function>', '</parameter>\ufeff</function>'],
    ['Q5: a value of angle brackets', '<<<</<', '<<<</<'],
  ],
  (raw, value) => assert.deepEqual(readQwen(block(k(raw))), [call({ k: value })]),
);

table(
  [
    ['Q5: the first closer before `</function>` ends the value', block(`${k(1)} \u3000\n</function>${two}`), [
      // After the first `</function>` another stands where a function or the end of the block may.
      say(`<tool_call><function=f>${k(1)} \u3000\n</function>`),
      call({}, 'g'),
      say('</function></tool_call>'),
    ]],
    ['Q5: it does not matter whether the next parameter is a good one', block(`${k(1)}<parameter=>${k(2)}`), [
      say(block(`${k(1)}<parameter=>${k(2)}`)),
    ]],
    ['Q7: the last of equal keys counts', block(`<parameter=b>1</parameter>${k(1)}<parameter=b>2</parameter>`), [
      call({ b: '2', k: '1' }),
    ]],
    ['Q8: text in a block gives it up there', `<tool_call>x${two}`, [say('<tool_call>x'), call({}, 'g')]],
    ['Q8: a second opener starts a capture of its own', `<tool_call>\n<tool_call>${two}`, [
      say('<tool_call>\n<tool_call>'),
      call({}, 'g'),
    ]],
    ['Q8: so does one in a function', `<tool_call><function=f> ${two}`, [say('<tool_call><function=f> '), call({}, 'g')]],
    ['Q8: so does one behind a parameter', `<tool_call><function=f>${k(1)}${two}`, [
      // Nothing that Q5 asks for follows the closer but in the other block.
      say(`<tool_call><function=f>${k(1)}${two}`),
    ]],
    ['Q8: so does one behind a function', `<tool_call><function=f></function>${two}`, [
      say('<tool_call><function=f></function>'),
      call({}, 'g'),
    ]],
    ['Q8: so does one right behind the beginning of a tag', `<tool_call><${two}`, [say('<tool_call><'), call({}, 'g')]],
    ['Q8: one bad call costs the block', `<tool_call><function=f></function><function=></function></tool_call>${two}`, [
      say('<tool_call><function=f></function><function=></function></tool_call>'),
      call({}, 'g'),
    ]],
    ['Q8: a LF in a NAME gives up', `<tool_call><function=f\n>${two}`, [say('<tool_call><function=f\n>'), call({}, 'g')]],
    ['Q8: also a LF that trimming would take off', block('', '\nf'), [say(block('', '\nf'))]],
    ['Q8: a LF in a KEY gives up', `<tool_call><function=f><parameter=k\n>${two}`, [
      say('<tool_call><function=f><parameter=k\n>'),
      call({}, 'g'),
    ]],
    ['Q8: a CR in a NAME or KEY is no LF', block('<parameter=\rk>1</parameter>', '\rf\r'), [call({ '\rk': '1' })]],
    ['Q8: an opener in a NAME with a LF is not one', `<tool_call><function=<tool_call\n>${two}`, [
      say('<tool_call><function=<tool_call\n>'),
      call({}, 'g'),
    ]],
    ['Q8: a wrong function tag opens nothing', `<tool_call><Function=f></Function></tool_call>${two}`, [
      say('<tool_call><Function=f></Function></tool_call>'),
      call({}, 'g'),
    ]],
    ['Q8: an open value hides what follows', `<tool_call><function=f><parameter=k>1${two}`, [
      say(`<tool_call><function=f><parameter=k>1${two}`),
    ]],
    ['Q8: an open capture is not scanned again', '<tool_call><function=f><parameter=k>1 <tool_call>', [
      say('<tool_call><function=f><parameter=k>1 <tool_call>'),
    ]],
    ['Q10: reasoning tags are text', `<think>${block('')}</think>`, [say('<think>'), call(), say('</think>')]],
  ],
  (text, events) => assert.deepEqual(readQwen(text), events),
);

test('Q8: whatever is missing at the end, the text stays whole', () => {
  const text = `a ${block(`\n${k('\n1\n')}\n`)}`;
  for (let length = 0; length < text.length; length += 1) {
    const cut = text.slice(0, length);
    assert.deepEqual(readQwen(cut), cut === '' ? [] : [say(cut)]);
  }
});

table(
  [
    ['Q12: the flag is true for an opener in a value', block(k('<tool_call>'))],
    ['Q12: the flag is true for an opener that was given up', '<tool_call>x'],
    ['Q12: the flag is false for a part of an opener', '<tool_cal<tool_call'],
  ],
  (text) => readQwen(text),
);
