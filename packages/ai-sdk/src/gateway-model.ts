import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { isPlatformError, type CallOptions, type ResponseInfo } from '@platform-sdk/core';
import { parseRouting, type GatewayChatResult, type GatewayClient } from '@platform-sdk/gateway';
import { PROVIDER } from './provider-name.ts';
import { choiceOf, contentOf, finishReasonOf, usageOf } from './read-reply.ts';
import { streamParts } from './stream-parts.ts';
import { toRequest } from './to-request.ts';

export const createGatewayModel = (client: GatewayClient, modelId: string): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  // Only URLs of images reach the gateway. The AI SDK downloads other files, and passes their bytes.
  supportedUrls: { 'image/*': [/^https?:\/\//] },
  doGenerate: (options) => generate(client, modelId, options),
  doStream: (options) => stream(client, modelId, options),
});

const generate = async (
  client: GatewayClient,
  modelId: string,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> => {
  const { request, warnings } = toRequest(modelId, options);
  const { call, received } = callOf(options);
  const completion = await client.chat(request, call).catch(rethrow(options.abortSignal));
  const choice = choiceOf(completion);
  return {
    content: contentOf(choice),
    finishReason: finishReasonOf(choice),
    usage: usageOf(completion.usage),
    ...metadataOf(received.info),
    request: { body: request },
    response: { ...responseOf(completion), headers: headersOf(received.info), body: completion },
    warnings,
  };
};

const stream = async (
  client: GatewayClient,
  modelId: string,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4StreamResult> => {
  const { request, warnings } = toRequest(modelId, options);
  const { call, received } = callOf(options);
  const rethrowing = rethrow(options.abortSignal);
  const source = client.chatStream({ stream_options: { include_usage: true }, ...request }, call);
  const events = source[Symbol.asyncIterator]();
  // Waits for the first event, so that a rejected request fails before the stream is created.
  const first = await events.next().catch(rethrowing);
  const parts = streamParts(
    { first, next: () => events.next().catch(rethrowing), final: () => source.final().catch(rethrowing) },
    { warnings, includeRaw: options.includeRawChunks === true, metadata: metadataOf(received.info) },
  );
  return {
    stream: toReadableStream(parts, () => events.return?.()),
    request: { body: request },
    response: { headers: headersOf(received.info) },
  };
};

/** Creates a stream that reads each part on demand. Cancelling the stream closes the connection, which stops the generation. */
const toReadableStream = <Part>(parts: AsyncIterator<Part, undefined>, cancel: () => unknown): ReadableStream<Part> => {
  let isCancelled = false;
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        isCancelled = true;
        await cancel();
      },
    },
    { highWaterMark: 0 },
  );
};

/** Returns the options of the gateway's call, and an object for the headers, which arrive before the call ends. */
const callOf = ({ abortSignal, headers = {} }: LanguageModelV4CallOptions): { call: CallOptions; received: { info?: ResponseInfo } } => {
  const received: { info?: ResponseInfo } = {};
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  return {
    received,
    call: {
      headers: Object.fromEntries(sent),
      ...(abortSignal && { signal: abortSignal }),
      onResponse: (info) => void (received.info = info),
    },
  };
};

/** Returns a function that throws an error. After an abort, it throws the signal's reason, by which the AI SDK recognizes an abort. */
const rethrow =
  (signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    if (signal?.aborted && isPlatformError(error) && error.kind === 'aborted') throw signal.reason;
    throw error;
  };

const responseOf = ({ id, model, created }: GatewayChatResult) => ({
  ...(id && { id }),
  ...(model && { modelId: model }),
  ...(created && { timestamp: new Date(created * 1000) }),
});

/** Returns the headers of a response without cookies, because cookies are credentials. */
const headersOf = (info: ResponseInfo | undefined): Record<string, string> =>
  Object.fromEntries([...(info?.headers ?? [])].filter(([name]) => name !== 'set-cookie'));

/** Returns the gateway's routing, such as the model that `auto` chose, as provider metadata. */
const metadataOf = (info: ResponseInfo | undefined): Pick<LanguageModelV4GenerateResult, 'providerMetadata'> => {
  const routing = info && parseRouting(info.headers);
  return routing ? { providerMetadata: { [PROVIDER]: { routing: { ...routing } } } } : {};
};
