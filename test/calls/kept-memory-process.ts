/** Sends many requests, each with a different text of 1 MB. Prints by how many bytes the heap of the local platform grew. */
import { createLocalPlatform } from '@platform-sdk/local-platform';

const [, , part, requests] = process.argv;
const local = createLocalPlatform();
const address = `${local.baseUrls().auth}/oauth/token`;

const heap = async (): Promise<number> => {
  // The last request releases its text in a later turn of the event loop.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
};

/** Sends a login with a long text in its body. */
const send = async (text: string): Promise<void> => {
  const body = part === 'field' ? { username: 'ada', password: 'x', [text]: 1 } : { username: text, password: 'x' };
  const response = await local.fetch(address, {
    method: 'POST',
    headers: { 'Api-Key': local.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
};

await send('warm');
const before = await heap();
for (let index = 0; index < Number(requests); index++) await send(`${index}${'x'.repeat(1_000_000)}`);
console.log((await heap()) - before);
