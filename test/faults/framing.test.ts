import { describe, expect, it } from 'vitest';
import { json, startFaultServer } from './fault-server.ts';
import { documentOf, framingCases, type FramingCase } from './framing-cases.ts';
import { failureOf, sender, signedIn, type Scene } from './signed-in-clients.ts';

const listed = async ({ organizations }: Scene): Promise<string> => {
  const work = organizations.list({}, { retry: false });
  const error = await failureOf(work).catch(() => undefined);
  if (error) return `${error.kind} ${error.outcome}`;
  return (await work).map(({ id }) => id).join();
};

/** Sends a call that gets this response, and one more. Returns the results of both and the number of received requests. */
const run = async ({ bytes, end }: FramingCase): Promise<readonly unknown[]> => {
  const server = await startFaultServer((socket, request) => {
    if (server.requests.length > 1) return json(200, JSON.parse(documentOf('other')))(socket, request);
    socket.write(bytes, 'latin1', () => {
      if (end === 'close') socket.end();
      // The client reads the bytes first: Node takes a reset that arrives with them for an orderly end.
      if (end === 'reset') setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 50);
    });
  });
  const scene = await signedIn(server.origin, { timeouts: { headersMs: 5000, bodyMs: 5000 } });
  const first = await listed(scene);
  // A request that is sent before the close arrives is lost.
  if (end) await server.until(() => server.open() === 0);
  return [first, await listed(scene), server.requests.length];
};

describe('a response framed with', () => {
  it('each of these returns its document or an error, and never leaks into the next response', async () => {
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
});
