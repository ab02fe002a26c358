/**
 * Sends hostile requests to a local platform in a separate process. Prints how long each request blocks the event loop, and its memory.
 * `test/calls/hostile-requests.slow.test.ts` checks the responses to these requests and the state after them.
 */
import { createAttacker, type Target } from '../../test/calls/hostile/attack.ts';
import { hostileRequests, MIB } from '../../test/calls/hostile/requests.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Measured } from './hostile/server.ts';

/** Only requests whose title contains this string are sent. */
const wanted = process.argv[2] ?? '';
const requests = hostileRequests.filter(({ title }) => title.includes(wanted));
if (requests.length === 0) {
  console.error(`No request has "${wanted}" in its title.`);
  process.exit(1);
}
const MAX_BLOCK_MS = 100;
const MAX_MEMORY = 128 * MIB;

const server = fork(join(import.meta.dirname, 'hostile/server.ts'), { execArgv: ['-C', '@platform-sdk/source', '--expose-gc'] });
const [target] = (await once(server, 'message')) as [Target];
const measure = async (): Promise<Measured> => {
  server.send('measure');
  const [measured] = (await once(server, 'message')) as [Measured];
  return measured;
};

const attacker = await createAttacker(target);
try {
  // These requests load all code before the measurement.
  for (const line of ['POST /upload/v1/upload', 'POST /converter/api/convert', 'POST /search/v1/search']) {
    const body = line.includes('upload') ? 'a' : JSON.stringify({ url: 'http://sample.localhost/', query: 'a', flow: 'search_only' });
    const file = line.includes('upload') ? { file: 'a.pdf' } : {};
    await attacker.send({ title: 'warm', as: 'upload', line, body: () => body, statuses: [], ...file });
  }
  console.log(`${'request'.padEnd(52)} status  block ms  memory MiB`);
  const worst = { blockMs: 0, memory: 0 };
  for (const request of requests) {
    await measure();
    const { status } = await attacker.send(request);
    const { blockMs, memory } = await measure();
    worst.blockMs = Math.max(worst.blockMs, blockMs);
    worst.memory = Math.max(worst.memory, memory);
    const figures = `${blockMs.toFixed(0).padStart(8)}  ${(memory / MIB).toFixed(0).padStart(10)}`;
    const over = blockMs > MAX_BLOCK_MS || memory > MAX_MEMORY ? '  over its aim' : '';
    console.log(`${request.title.padEnd(52)} ${String(status).padStart(6)}  ${figures}${over}`);
  }
  console.log(
    `${requests.length} requests: longest block ${worst.blockMs.toFixed(0)} ms (aim ${MAX_BLOCK_MS}), most memory ${(worst.memory / MIB).toFixed(0)} MiB (aim ${MAX_MEMORY / MIB})`,
  );
} finally {
  attacker.close();
  server.kill();
}
