import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { anySignal } from '../time/limits.ts';
import { fileNameOf } from './content-disposition.ts';
import { declaredLength, type Bytes } from './read-body.ts';
import type { Connection, SenderResponse } from './wire.ts';

/** Receives a file in chunks. */
export interface FileSink {
  /** Called with each chunk. The next chunk waits until the promise resolves. */
  write(chunk: Bytes): Promise<void> | void;
  /** Called when the download broke. Discard the written bytes: the next chunk is the start of the file again. */
  restart(): Promise<void> | void;
}

/** The options for receiving a file. */
export interface ReceiveOptions {
  /** Cancels the download, in addition to the signal of the call. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A file that an operation returns. The file can be received once. A download that breaks is retried from the start, twice at most; a
 * stream is retried only before its first chunk.
 */
export interface Download<Options extends ReceiveOptions = ReceiveOptions> {
  /** The file name from the response's headers, or a default name. It is safe to join to a folder. */
  readonly name: string;
  /** The media type of the response; empty if its headers contain none. */
  readonly type: string;
  /** Streams the bytes as they arrive. Cancelling the stream closes the connection. */
  stream(options?: Options): ReadableStream<Bytes>;
  /** Reads the whole file into memory. */
  blob(options?: Options): Promise<Blob>;
  /** Writes the whole file to a sink, such as a file on disk. */
  receive(sink: FileSink, options?: Options): Promise<void>;
}

/** A connection whose request can be retried. */
export interface DownloadSource extends Connection {
  /** Turns an error of reading the body into the error that the caller gets. */
  readonly toCallerError: (error: unknown) => unknown;
  /** Retries the request for the same user. Rejects with `error` if a retry is not allowed. Default: no retries. */
  readonly again?: (error: PlatformError, signal?: AbortSignal) => Promise<DownloadSource>;
  /**
   * Keeps the trace of a call running after its connection closes, because its reader may retry. Returns a function that ends the traced
   * call. If the call failed, pass the failure. Default: the call is not traced.
   */
  readonly hold?: () => (failure?: unknown) => void;
}

/** Yields the chunks of a response, or throws if they are not the whole file. */
type ReadFile<Options> = (source: DownloadSource, options: Options | undefined) => AsyncGenerator<Bytes, undefined>;

/** The state of a file while it is received. */
interface Receiving<Options> {
  source: DownloadSource;
  readonly read: ReadFile<Options>;
  /** Ends the traced call. Undefined if the call is not traced. */
  readonly end: ((failure?: unknown) => void) | undefined;
}

/** Creates a file from an open response. `check` throws for invalid options. */
export const download = <Options extends ReceiveOptions>(
  first: DownloadSource,
  fallbackName: string,
  read: ReadFile<Options>,
  check: (options: Options) => void = () => undefined,
): Download<Options> => {
  const { headers } = first.response;
  const type = headers.get('content-type') ?? '';
  const receiving: Receiving<Options> = { source: first, read, end: first.hold?.() };

  const receive = async (sink: FileSink, options?: Options): Promise<void> => {
    if (options) check(options);
    for await (const chunk of wholeFile(receiving, options, () => sink.restart())) await sink.write(chunk);
  };

  return {
    name: fileNameOf(headers.get('content-disposition') ?? '', fallbackName),
    type,
    receive,
    stream(options) {
      if (options) check(options);
      return toStream(receiving, options);
    },
    async blob(options) {
      let parts: Bytes[] = [];
      await receive({ write: (chunk) => void parts.push(chunk), restart: () => void (parts = []) }, options);
      return new Blob(parts, { type });
    },
  };
};

/** Yields the file. If the download breaks, calls `restart`, and yields the file from its start. Without `restart`, retries only if no chunk was yielded. */
async function* wholeFile<Options extends ReceiveOptions>(
  receiving: Receiving<Options>,
  options: Options | undefined,
  restart?: FileSink['restart'],
): AsyncGenerator<Bytes, undefined> {
  let failure: unknown;
  try {
    for (;;) {
      let isBegun = false;
      try {
        for await (const chunk of receiving.read(receiving.source, options)) {
          isBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const broken = receiving.source.toCallerError(error);
        if (isBegun && !restart) throw broken;
        receiving.source = await reopen(receiving.source, broken, options?.signal, restart);
      }
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    receiving.end?.(failure);
  }
}

/** Retries the request after a failure, or throws the failure. */
const reopen = async (
  source: DownloadSource,
  failure: unknown,
  signal: AbortSignal | undefined,
  restart: FileSink['restart'] | undefined,
): Promise<DownloadSource> => {
  const { again, response, toCallerError } = source;
  if (!again || !isPlatformError(failure) || !isBroken(failure, response)) throw failure;
  await restart?.();
  return again(failure, signal).catch((reason: unknown) => {
    // The failure of the file explains more than a network failure of the retry.
    throw isPlatformError(reason) && reason.kind === 'network' ? failure : toCallerError(reason);
  });
};

/** Returns true if a retry may get the whole file. A file that is shorter than its declared length was cut on the server, so a retry is useless. */
const isBroken = ({ kind }: PlatformError, response: SenderResponse): boolean =>
  kind === 'interrupted' || kind === 'stalled' || (kind === 'truncated' && declaredLength(response) === undefined);

const toStream = <Options extends ReceiveOptions>(receiving: Receiving<Options>, options: Options | undefined): ReadableStream<Bytes> => {
  const abandoned = new AbortController();
  const signal = anySignal(options?.signal, abandoned.signal);
  const chunks = wholeFile(receiving, { ...(options as Options), signal });
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The next chunk may take long, so cancelling does not wait for it.
    cancel() {
      abandoned.abort();
      receiving.source.close();
      receiving.end?.();
    },
  });
};
