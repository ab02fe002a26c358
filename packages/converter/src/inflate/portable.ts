import * as web from './web.ts';

export { crc32 } from './crc32.ts';

/** Inflates with `DecompressionStream`, or by a script in runtimes without it, such as Next's edge runtime. */
export async function* inflate(content: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  if ('DecompressionStream' in globalThis) yield* web.inflate(content);
  else yield* (await import('./script.ts')).inflate(content);
}
