/** A process that reads a body slowly or late, and prints how many bytes it received. */
import { setTimeout as wait } from 'node:timers/promises';
import { createPlatform } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, streamOperation, type Opened, type StreamOperation } from '@platform-sdk/core/contract';
import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';

const PIECE = 65_536;
const [, , origin = '', kind = '', pace = ''] = process.argv;

/** The number of bytes that were read since the last wait. */
let unpaced = 0;
const take = async (bytes: number): Promise<void> => {
  unpaced += bytes;
  if (pace !== 'slow' || unpaced < PIECE) return;
  unpaced = 0;
  await wait(5);
};
const begin = async (): Promise<void> => {
  if (pace === 'late') await wait(50);
};

const file: StreamOperation<{}, Promise<Opened>> = streamOperation(
  operation({ method: 'GET', path: '/download', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' }),
  (open) => open(),
);

const readers: Readonly<Record<string, () => AsyncGenerator<number>>> = {
  async *download() {
    const client = createClient({ name: 'files', base: 'converter' }, { file }, createPlatform({ baseUrls: { converter: origin } }));
    const { response } = await client.file({});
    yield* chunksOf(response.body);
  },
  async *chat() {
    const chat = createGatewayClient({ baseUrl: `${origin}/v1`, apiKey: 'key' }).chatStream({
      model: 'auto',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    for await (const { choices } of chat) yield choices[0]?.delta.content?.length ?? 0;
  },
  async *job() {
    const job = createConverterClient({ baseUrl: origin }).convert({ url: 'https://example.com/' });
    for await (const event of job) if (event.type === 'log') yield event.text.length + 1;
  },
};

async function* chunksOf(body: Opened['response']['body']): AsyncGenerator<number> {
  await begin();
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) yield chunk.value.byteLength;
}

let total = 0;
try {
  for await (const bytes of readers[kind]?.() ?? []) {
    total += bytes;
    await take(bytes);
  }
} catch (error) {
  process.stderr.write(String(error));
}
process.stdout.write(String(total));
