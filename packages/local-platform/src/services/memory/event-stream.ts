import type { Call } from '../../routing/service.ts';
import type { Turn } from './conversation.ts';

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Streams a reply word by word. If the client disconnects, the stream ends and the reply is not stored. */
export const streamed = ({ result, finish }: Turn, toWireNames: Call['toWireNames']): Response => {
  const { message_id: id, content, usage, cost_usd, model } = result;
  const chunks = content.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [content];
  const encoder = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk !== undefined) {
        controller.enqueue(encoder.encode(eventOf('message', toWireNames({ chunk, id }))));
        return;
      }
      finish();
      controller.enqueue(encoder.encode(eventOf('done', toWireNames({ status: 'completed', usage, cost_usd, model }))));
      controller.close();
    },
  });
  // Without the charset, clients such as Python's requests would decode the text as ISO-8859-1.
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' } });
};
