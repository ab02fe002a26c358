import { expect, it } from 'vitest';
import { json, startFaultServer } from './fault-server.ts';
import { documentOf, framingCases, type FramingCase } from './framing-cases.ts';
import { failureOf, sender, signedIn, type Scene } from './signed-in-clients.ts';

const listed = async ({ organizations }: Scene): Promise<string> => {
  const work = organizations.list({}, { retry: false });
  const error = await failureOf(work).catch(() => undefined);
  if (error) return `${error.kind} ${error.outcome}`;
  return (await work).map(({ id }) => id).join();
};

/** Makes a call that gets this response, then another call. Returns both results and the number of received requests. */
const run = async ({ bytes, end }: FramingCase): Promise<readonly unknown[]> => {
  const server = await startFaultServer((socket, request) => {
    if (server.requests.length > 1) return json(200, JSON.parse(documentOf('other')))(socket, request);
    socket.write(bytes, 'latin1', () => {
      if (end === 'close') socket.end();
      // The client must read the bytes first. If a reset arrives together with the bytes, Node treats it as a normal end.
      if (end === 'reset') setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 50);
    });
  });
  const scene = await signedIn(server.origin, { timeouts: { headersMs: 5000, bodyMs: 5000 } });
  const first = await listed(scene);
  // Waits for the end of the connection, because the next request would be lost if it were sent on this connection.
  if (end) await server.until(() => server.open() === 0);
  return [first, await listed(scene), server.requests.length];
};

/** Marks the positions where a test inserts an extra character. The positions are those of the h1-parsing tests of web-platform-tests. */
const POSITIONS = '<0>HT<1>TP<2>/<3>1<4>.<5>1<6> <7>200<8> <9>OK<10>\r\n<11>X-Na<12>me<13>:<14>va<15>lue<16>\r\n';

const misplaced = ['\n', '\r', '\t', ' ', '\0', ':'].flatMap((character) =>
  Array.from({ length: 17 }, (_, position) => {
    const head = POSITIONS.replaceAll(/<(\d+)>/g, (_mark, number: string) => (Number(number) === position ? character : ''));
    const body = documentOf('first');
    return { name: `${JSON.stringify(character)} at ${position}`, bytes: `${head}Content-Length: ${body.length}\r\n\r\n${body}` };
  }),
);

it('a response with an extra character in its status line or headers is read or fails, and does not affect the next response', async () => {
  const found: string[] = [];
  let read = 0;
  for (const { name, bytes } of misplaced) {
    const results = JSON.stringify(await run({ bytes, gives: 'first' }));
    if (results === JSON.stringify(['first', 'other', 2])) read++;
    else if (results !== JSON.stringify(['network unknown', 'other', 2])) found.push(`${name}: ${results}`);
  }
  expect(found).toEqual([]);
  // Some responses are valid, for example those with spaces around a value or a colon within it.
  expect(read).toBeGreaterThan(15);
  expect(read).toBeLessThan(40);
});

it('a response with unusual framing returns its document or the expected error, and does not affect the next response', async () => {
  const found = await Promise.all(
    Object.entries(framingCases).map(async ([name, each]) => {
      const gives = typeof each.gives === 'string' ? each.gives : each.gives[sender === 'node' ? 'node' : 'fetch'];
      const results = await run(each);
      return JSON.stringify(results) === JSON.stringify([gives, 'other', 2])
        ? []
        : [`${name}: ${JSON.stringify(results)} instead of ${gives}`];
    }),
  );
  expect(found.flat()).toEqual([]);
});
