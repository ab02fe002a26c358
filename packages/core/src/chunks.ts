import { PlatformError } from './errors.ts';
import { bounded, type Opened } from './transport.ts';

/** Yields an open body's chunks; leaving the loop closes the connection. `idleMs` limits each silence. */
export async function* chunksOf({ response, signal, close }: Opened, operation: string, idleMs = 60_000): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await bounded(reader.read(), idleMs, signal);
      if (done) return;
      yield value;
    }
  } catch (error) {
    const kind = error instanceof PlatformError ? (error.kind === 'timeout' ? 'stalled' : error.kind) : 'interrupted';
    const what = kind === 'stalled' ? `went silent for ${idleMs} ms` : kind === 'aborted' ? 'was aborted' : 'broke off';
    throw new PlatformError(kind, `The answer to ${operation} ${what}`, { operation, status: response.status, outcome: 'unknown' });
  } finally {
    close();
  }
}
