/** Headers of a response that an error may show, because none of them contains a secret. */
const SHOWN =
  /^(?:allow|cf-ray|content-(?:encoding|length|type)|date|retry-after|server|via|www-authenticate|(?:x-)?ratelimit-.*|x-ira-.*|.*(?:request|trace|correlation)-?id)$/;

/** Headers that name a request, from the most to the least specific. */
const REQUEST_IDS = [
  'x-request-id',
  'request-id',
  'x-requestid',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-ms-request-id',
  'apim-request-id',
  'x-goog-request-id',
  'x-vercel-id',
  'x-trace-id',
  'trace-id',
  'x-amzn-trace-id',
  'x-b3-traceid',
  'cf-ray',
];

const MAX_CHARACTERS = 500;

/** The parts of a response's head that an error shows. */
export interface ShownHeaders {
  /** The response's headers by lower-case name, without those that may contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server's id of the request, such as its `x-request-id`. */
  readonly requestId: string | undefined;
}

/** Picks the headers that an error may show. */
export const showHeaders = (headers: Iterable<readonly [string, string]>): ShownHeaders => {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) if (SHOWN.test(name)) shown[name] = value.slice(0, MAX_CHARACTERS);
  const named = REQUEST_IDS.find((name) => shown[name]);
  return { headers: shown, requestId: named && shown[named] };
};
