/** Reads a chat of many megabytes as text, as events or only its final value. Prints the received size and by how many MiB the memory grew. */
import { createGatewayClient } from '@platform-sdk/gateway';

const [way = 'text', megabytes = '500', characters = '1000', letter = 'x'] = process.argv.slice(2);
const MEBI = 1024 * 1024;
const encoder = new TextEncoder();
const event = (content: string): string => `data: ${JSON.stringify({ id: 'c-1', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const content = letter.repeat(Number(characters));
const piece = encoder.encode(event(content).repeat(Math.ceil((64 * 1024) / event(content).length)));
const end = encoder.encode(
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"total_tokens":1}}\n\ndata: [DONE]\n\n',
);

let peak = 0;
const measure = (): number => {
  const { rss } = process.memoryUsage();
  peak = Math.max(peak, rss);
  return rss;
};

const bodyOf = (bytes: number): ReadableStream<Uint8Array> => {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) {
        controller.enqueue(end);
        controller.close();
        return;
      }
      if (sent % (4 * MEBI) < piece.length) measure();
      sent += piece.length;
      controller.enqueue(piece.slice());
    },
  });
};

const read = async (bytes: number): Promise<{ received: number; final: string }> => {
  const fetch = async (): Promise<Response> => new Response(bodyOf(bytes), { headers: { 'Content-Type': 'text/event-stream' } });
  const gateway = createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key', fetch });
  const stream = gateway.chatStream({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] });
  let received = 0;
  if (way === 'text') for await (const text of stream.text()) received += text.length;
  if (way === 'events') for await (const { choices } of stream) received += (choices[0]?.delta.content ?? '').length;
  const final = await stream.final().then(
    ({ choices }) => `complete ${choices[0]?.message.content?.length}`,
    (error: unknown) => (error as { kind: string }).kind,
  );
  return { received, final };
};

// Reads a small stream first, so that the memory for the code and the first objects is not counted.
await read(16 * MEBI);
const before = measure();
peak = 0;
const outcome = await read(Number(megabytes) * MEBI);
measure();
console.log(JSON.stringify({ ...outcome, grownMiB: Math.round((peak - before) / MEBI) }));
