import { expect, it } from 'vitest';
import { scriptedJob, toldBy } from './scripted-job.ts';

const whole = [
  '{}',
  '[]',
  ' {"a":1}\n',
  '[1,-2.5e+3,true,false,null,"x"]',
  '{"a":{"b":[{"c":[]}]},"d":"}"}',
  String.raw`{"a\"":"\\","b":"\u005f\n"}`,
  '"text"',
  '12',
  'null',
  '{ "a" : [ 1 , 2 ] , "b" : { } }\r\n',
  '{"😀":"é"}',
];
const hopeless = [
  '}',
  ']',
  ',',
  ':',
  '_',
  'x',
  'done',
  '{]',
  '[}',
  '{a',
  '{1',
  '{"a" 1',
  '{"a"}',
  '{"a":}',
  '{"a":1 "b"',
  '{"a":1,}',
  '[1 2',
  '[,',
  '["a\nb"]',
  '{} {}',
  '[]x',
  '1 2',
  '"a" "b"',
  '{"a":__JSON__',
  '\\',
];

it.each(whole)('reads the text after a delimiter as the result if the text is %s, wherever it is cut', async (text) => {
  const answer = new TextEncoder().encode(`__JSON__${text}`);
  for (let cut = 0; cut <= answer.length; cut++) {
    const { events } = await toldBy([answer.subarray(0, cut), answer.subarray(cut)]);
    expect(events).toEqual([['result', JSON.parse(text)]]);
  }
});

it.each(hopeless)('reads the text after a delimiter as a line of the log as soon as the text is %s, wherever it is cut', async (text) => {
  const answer = `__JSON__${text}\n`;
  for (let cut = 8; cut <= answer.length; cut++) {
    const { job, send } = scriptedJob();
    const events = job[Symbol.asyncIterator]();
    // The response never ends, so a line that is held back until the end would never arrive.
    send(answer.slice(0, cut), answer.slice(cut), '.\n');
    expect((await events.next()).value).toEqual(['line', answer.split('\n')[0]]);
    await events.return?.();
  }
});
