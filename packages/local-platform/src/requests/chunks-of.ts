/** Yields the chunks of a body. Safari has no loop over a stream. A loop that is left cancels the body. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, undefined> {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // The loop ends with the reason for which it was left.
    await reader?.cancel().catch(() => undefined);
  }
}
