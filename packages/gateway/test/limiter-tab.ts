/** A page that takes slots of the shared window. Tests open it in a separate tab. */
import { webLimiterStore } from '@platform-sdk/gateway/web';

/** Takes slots as fast as possible for the given time. Returns their times by the wall clock. */
const takeFor = async (name: string, by: string, limit: number, windowMs: number, runMs: number): Promise<number[]> => {
  const store = webLimiterStore(name);
  const now = (): number => performance.timeOrigin + performance.now();
  const endsAt = now() + runMs;
  const times: number[] = [];
  for (let call = 0; now() < endsAt; call++) {
    const ms = await store.take(limit, windowMs, `${by}-${call}`, 1000);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)));
    else {
      times.push(now());
      await store.end?.(`${by}-${call}`, windowMs);
    }
  }
  return times;
};

Object.assign(globalThis, { takeFor });
