import { expect, it } from 'vitest';
import { event, finalOf, hello, lines, stream, wire } from './wire.ts';

const finished = (index: number, content: string): object => event({ index, delta: { content }, finish_reason: 'stop' });
const received = { choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }] };

it('a chat with n: 2 rejects as truncated, with the first choice, if the stream ends before the second choice', async () => {
  const half = (): Response => stream([finished(0, 'a')]);
  const asked = { ...hello, n: 2 };
  const expected = { kind: 'truncated', outcome: 'likely-applied', received };
  await expect(wire([half()]).gateway.chat(asked)).rejects.toMatchObject(expected);
  await expect(finalOf(half(), asked)).rejects.toMatchObject(expected);
  await expect(wire([half()]).gateway.chat(hello)).resolves.toMatchObject(received);
});

it('a chat with n: 2 returns a single choice if [DONE] follows that choice', async () => {
  const asked = { ...hello, n: 2 };
  const both = wire([stream([finished(0, 'a'), finished(1, 'b')])]).gateway;
  await expect(both.chat(asked)).resolves.toHaveProperty('choices.length', 2);
  await expect(finalOf(stream([finished(0, 'a'), '[DONE]']), asked)).resolves.toMatchObject(received);
});

it('a chat with include_usage returns the usage', async () => {
  const { gateway } = wire([stream(lines)]);
  const whole = await gateway.chatStream({ ...hello, stream_options: { include_usage: true } }).final();
  expect(whole.usage).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
});
