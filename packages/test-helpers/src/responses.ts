/** Creates a JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** Creates a response with a text body of any type. */
export const text = (body: string, status = 200, type = 'text/plain', headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'Content-Type': type, ...headers } });

/** Creates a response without a body. */
export const empty = (): Response => new Response(null, { status: 204 });

/** Creates an event stream that sends these pieces. */
export const eventStream = (...pieces: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  );

/** Returns the items of an async iterable. */
export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};
