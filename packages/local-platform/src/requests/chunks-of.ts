/** Yields the chunks of a body, because Safari cannot iterate over streams. Leaving the loop cancels the body. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, undefined> {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A failed cancellation must not hide the reason for leaving the loop.
    await reader?.cancel().catch(() => undefined);
  }
}
