import { PlatformError } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import type { Connection } from './wire.ts';

/** Yields an open body's chunks; leaving the loop closes the connection. */
export async function* chunksOf(
  { response, signal, close }: Connection,
  operation: string,
  { idleMs = 60_000, timeoutMs = Infinity }: { readonly idleMs?: number; readonly timeoutMs?: number },
): AsyncGenerator<Uint8Array> {
  const { body, status } = response;
  if (body?.locked || response.bodyUsed) throw new PlatformError('input', `${operation}: a file is received once`, { operation });
  const reader = body?.getReader();
  const until = performance.now() + timeoutMs;
  try {
    while (reader) {
      const { done, value } = await bounded(reader.read(), Math.min(idleMs, until - performance.now()), signal);
      if (done) return;
      yield value;
    }
  } catch (error) {
    let kind = error instanceof PlatformError ? error.kind : 'interrupted';
    if (kind === 'timeout' && performance.now() < until) kind = 'stalled';
    const what =
      kind === 'stalled'
        ? `went silent for ${idleMs} ms`
        : kind === 'timeout'
          ? `took longer than ${timeoutMs} ms`
          : kind === 'aborted'
            ? 'was aborted'
            : 'broke off';
    throw new PlatformError(kind, `The answer to ${operation} ${what}`, { operation, status, outcome: 'unknown' });
  } finally {
    close();
  }
}
