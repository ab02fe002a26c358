import { expect, it } from 'vitest';
import type { FromWorker } from '@platform-sdk/docs-tools/runner/messages';
import { linesOf } from '@platform-sdk/docs-tools/runner/worker/compile';
import { formatted, inspect } from '@platform-sdk/docs-tools/runner/worker/inspect';
import { limitMessages } from '@platform-sdk/docs-tools/runner/worker/message-budget';

/** Creates a worker that records its messages, with a clock that the test moves. */
const createWorker = () => {
  const posted: FromWorker[] = [];
  let time = 0;
  const post = limitMessages(
    (message) => void posted.push(message),
    () => time,
  );
  const textsOf = (): readonly string[] => posted.flatMap((message) => (message.type === 'console' ? message.text : []));
  return {
    posted,
    textsOf,
    post,
    print: (text: string) => post({ type: 'console', level: 'log', text }),
    pass: (ms: number) => (time += ms),
  };
};

it('a snippet that prints 400 lines posts all of them', () => {
  const { textsOf, print } = createWorker();
  for (let line = 0; line < 400; line++) print(String(line));
  expect(textsOf()).toHaveLength(400);
});

it('a snippet that prints 100,000 lines at once posts 400 of them, and the next line follows the number of omitted lines', () => {
  const { posted, textsOf, print, pass } = createWorker();
  for (let line = 0; line < 100_000; line++) print('again');
  expect(posted).toHaveLength(400);
  pass(1000);
  print('later');
  expect(textsOf().slice(-2)).toEqual(['… 99,600 lines were left out.', 'later']);
});

it('messages with long lines are limited by the number of their characters', () => {
  const { textsOf, print } = createWorker();
  for (let line = 0; line < 100; line++) print('x'.repeat(50_000));
  expect(textsOf().join('').length).toBeLessThan(410_000);
  expect(textsOf()[0]).toMatch(/x … 30,000 more characters$/);
});

it("later messages of a request are dropped if the request's first message was dropped", () => {
  const { posted, post } = createWorker();
  const start = { method: 'GET', url: 'https://api.example.com', headers: '', body: '' };
  for (let id = 1; id <= 2000; id++) post({ type: 'request', id, ...start });
  for (const id of [1, 2000]) {
    post({ type: 'sent', id });
    post({ type: 'body-end', id });
  }
  expect(posted.filter(({ type }) => type === 'request')).toHaveLength(400);
  expect(posted.slice(400)).toEqual([
    { type: 'sent', id: 1 },
    { type: 'body-end', id: 1 },
  ]);
});

it('the message about the end of a snippet is always posted', () => {
  const { posted, print, post } = createWorker();
  for (let line = 0; line < 5000; line++) print('again');
  post({ type: 'ended', failed: false, ms: 1 });
  expect(posted.at(-1)).toEqual({ type: 'ended', failed: false, ms: 1 });
});

const hostile: unknown = new Proxy(
  {},
  {
    getPrototypeOf() {
      throw new Error('no prototype');
    },
  },
);

it('a printed value that throws when it is read is shown without its contents', () => {
  expect(formatted(['a', hostile])).toBe('a [a value that throws when it is read]');
  expect(linesOf(hostile, [], 1)).toEqual([]);
});

it('a printed value with many fields is shown with its first fields', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));
  expect(inspect(many)).toMatch(/field49: 49,\n {2}… 9950 more\n}$/);
});
