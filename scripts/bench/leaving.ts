/** How long after its loop was left the server sees the connection of a stream end. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayClient } from '@platform-sdk/gateway';
import { median } from './measure.ts';

const ROUNDS = 50;
const EVENT = `data: ${JSON.stringify({ id: '1', model: 'm', choices: [{ index: 0, delta: { content: 'Hello' } }] })}\n\n`;

/** Leaves streams in their middle, and prints what that took. */
export async function benchLeaving(): Promise<void> {
  let closed = (): void => undefined;
  const server = createServer((request, response) => {
    request.resume();
    response.on('close', () => closed());
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(EVENT);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createGatewayClient({ baseUrl, apiKey: 'key' });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const end = new Promise<number>((resolve) => (closed = () => resolve(performance.now())));
    let left = 0;
    for await (const { id } of gateway.chatStream({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })) {
      left = performance.now();
      if (id !== '') break;
    }
    times.push((await end) - left);
  }
  server.close();
  const most = Math.max(...times);
  console.log(
    `a left stream's connection ends after ${median(times).toFixed(1)} ms, at most ${most.toFixed(1)} (aim: 100; ${ROUNDS} times)`,
  );
}
