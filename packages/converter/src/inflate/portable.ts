import { required } from '@platform-sdk/core/internal';
import * as web from './web.ts';

export { crc32 } from './crc32.ts';
export { turn } from './turn.ts';
export { inflateNow } from './web.ts';

/** Inflates with `DecompressionStream`, or in JavaScript in runtimes without it, such as Next's edge runtime. */
export async function* inflate(content: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  if ('DecompressionStream' in globalThis) yield* web.inflate(content);
  else yield* (await required(import('./script.ts'), 'compressed files')).inflate(content);
}
