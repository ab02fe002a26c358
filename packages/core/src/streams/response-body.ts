import { COMPLETE, type BodyReader } from '../http/wire.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';

/** Some bytes of a body, or its end. */
export interface BodyPart {
  readonly done: boolean;
  readonly value?: Uint8Array | undefined;
}

/** The body of one response, which is requested when it is first needed. */
export interface ResponseBody {
  /** Sends the request, and resolves with its response. */
  open(): Promise<Opened>;
  /** Returns the response; undefined before it has arrived. */
  opened(): Opened | undefined;
  /** Reads the next bytes. */
  read(): Promise<BodyPart>;
  /** Closes the connection, even if it is still being opened. `isComplete`: nothing of the body is missing. */
  close(isComplete?: boolean): void;
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
    close(isComplete = false) {
      reader?.cancel(isComplete ? COMPLETE : undefined).catch(() => undefined);
      opened?.close(isComplete);
      abandoned.abort();
    },
  };
};
