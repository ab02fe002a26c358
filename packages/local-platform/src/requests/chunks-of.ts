/** Yields the chunks of a body. Safari cannot iterate over streams itself. If the caller leaves its loop early, the body is cancelled. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, undefined> {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // If the cancellation fails, its error must not hide the reason for leaving the loop.
    await reader?.cancel().catch(() => undefined);
  }
}
