import type { BodyReader, SenderBody, SenderResponse } from './wire.ts';

/** A response without a stream, as React Native's `fetch` returns it: `body` is missing there, while an empty body would be `null`. */
type WithoutStream = Partial<Pick<Response, 'arrayBuffer' | 'text'>>;

/** Some runtimes can read only these types, as text. */
const TEXT = /json|^text|xml/;

/** Returns a response with a body in one piece if the response has no stream. Other responses are returned unchanged. */
export const withBody = (response: SenderResponse): SenderResponse => {
  if ((response.body as unknown) !== undefined) return response;
  const { status, ok, headers, type } = response;
  return {
    status,
    ok,
    headers,
    ...(type !== undefined && { type }),
    body: bodyInOne(response as WithoutStream, headers.get('content-type') ?? ''),
  };
};

const bodyInOne = (response: WithoutStream, type: string): SenderBody => {
  let isRead = false;
  const readAll = async (): Promise<Uint8Array> => {
    if (TEXT.test(type) || !response.arrayBuffer) return new TextEncoder().encode(await response.text?.());
    return new Uint8Array(await response.arrayBuffer());
  };
  const cancel = async (): Promise<void> => void (isRead = true);
  const reader: BodyReader = {
    async read() {
      if (isRead) return { done: true };
      isRead = true;
      return { done: false, value: await readAll() };
    },
    cancel,
  };
  const body = {
    locked: false,
    getReader() {
      body.locked = true;
      return reader;
    },
    cancel,
  };
  return body;
};
