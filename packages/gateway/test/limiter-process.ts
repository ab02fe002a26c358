/** A process that takes slots of a shared window as fast as possible, and prints the times. */
import { fileLimiterStore } from '@platform-sdk/gateway/node';

const [, , path = '', limit = '', windowMs = '', runMs = ''] = process.argv;
const store = fileLimiterStore(path);
const now = (): number => Number(process.hrtime.bigint()) / 1e6;
const endsAt = now() + Number(runMs);
process.stdout.write('ready\n');
for (let call = 0; now() < endsAt; call++) {
  const name = `${process.pid}-${call}`;
  const ms = await store.take(Number(limit), Number(windowMs), name, 1000);
  // A server counts a call at some moment between its start and its end.
  if (ms === 0) process.stdout.write(`${now()}\n`);
  if (ms === 0) await store.end?.(name, Number(windowMs));
  else await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 100)));
}
