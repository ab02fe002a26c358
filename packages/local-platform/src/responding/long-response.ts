import type { AnyOperation } from '@platform-sdk/core/contract';
import { rename, writeDocument, type Renames } from '@platform-sdk/core/server';
import { createSteps } from '../requests/steps.ts';
import { encodeInSteps } from './json-pieces.ts';

/** Lists up to this length are written at once. */
export const LONG = 500;

/** Returns whether a rule's output is a long list, or has one among its members. */
export const hasLongList = (output: unknown): boolean => {
  if (typeof output !== 'object' || output === null) return false;
  if (Array.isArray(output)) return output.length > LONG;
  for (const name in output) {
    const member = (output as Record<string, unknown>)[name];
    if (Array.isArray(member) && member.length > LONG) return true;
  }
  return false;
};

/** Writes the response that carries an output with long lists, step by step: other requests are served between the steps. */
export const writeLongResponse = async (operation: AnyOperation, output: unknown, renames: Renames = {}): Promise<Response> => {
  const steps = createSteps();
  const { status, document } = writeDocument(operation, output, steps.fill);
  await steps.run();
  const chunks = await encodeInSteps(rename(document, renames, 'wire'));
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return new Response(streamOf(chunks), { status, headers: { 'content-type': 'application/json', 'content-length': String(length) } });
};

/** A body of ready chunks. */
const streamOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let next = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
};
