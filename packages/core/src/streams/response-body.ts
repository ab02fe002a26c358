import type { BodyReader } from '../http/wire.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';

/** Some bytes of a body, or its end. */
export interface BodyPart {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}

/** The body of one response, which is asked for when it is first needed. */
export interface ResponseBody {
  /** Sends the request, and resolves with its response. */
  open(): Promise<Opened>;
  /** The response, once it is there. */
  opened(): Opened | undefined;
  /** The next bytes. */
  read(): Promise<BodyPart>;
  /** Closes the connection, also one that is only on its way. */
  close(): void;
}

const END = { done: true } as const;

export const createResponseBody = (openResponse: OpenResponse): ResponseBody => {
  const abandoned = new AbortController();
  let opened: Opened | undefined;
  let reader: BodyReader | undefined;
  return {
    async open() {
      opened = await openResponse(abandoned.signal);
      reader = opened.response.body?.getReader();
      return opened;
    },
    opened: () => opened,
    read: () => reader?.read() ?? Promise.resolve(END),
    close() {
      reader?.cancel().catch(() => undefined);
      opened?.close();
      abandoned.abort();
    },
  };
};
