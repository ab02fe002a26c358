import {
  unknown,
  integer,
  array,
  object,
  operation,
  string,
  type Operation,
  type Schema,
  type SchemaData,
} from '@platform-sdk/core/contract';
import type { GatewayChatResult } from '@platform-sdk/gateway';
import * as documented from '@platform-sdk/gateway/contract';

/** An unchecked body. Clients other than the SDK send other forms, so the rule normalizes the body before it checks the fields. */
export interface RawBody {
  readonly stream?: unknown;
  readonly [name: string]: unknown;
}

/** OpenAI fields that the gateway accepts although they are undocumented. It ignores all of them except `stream_options`. */
const TOLERATED = 'prediction prompt_cache_key safety_identifier service_tier store stream_options verbosity web_search_options';

const raw = (stream: SchemaData): Schema<RawBody> => {
  const names = [...Object.keys(documented.chat.input.properties ?? {}), ...TOLERATED.split(' ')];
  return { type: 'object', properties: { ...Object.fromEntries(names.map((name) => [name, unknown])), stream } };
};

const { method, path, credentials, retry, errors = [] } = documented.chat;
const post = { method, path, credentials, retry, errors };

/** Streams the response. */
const chatStream: Operation<RawBody, unknown> = operation({
  ...post,
  input: raw({ type: 'boolean', enum: [true] }),
  output: unknown,
});

/** Responds with one JSON document. */
const chat: Operation<RawBody, GatewayChatResult> = operation({ ...post, input: raw(unknown), output: documented.chat.output });

interface Model {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly owned_by: string;
}

interface Models {
  readonly object: string;
  readonly data: Model[];
}

/** Lists the models. The API specification does not contain this operation. */
const models: Operation<{}, Models> = operation({
  method: 'GET',
  path: '/models',
  credentials: 'token',
  input: object<{}>({}),
  output: object<Models>({
    object: string,
    data: array(object<Model>({ id: string, object: string, created: integer(), owned_by: string })),
  }),
  retry: 'safe',
});

const { chat: _, chatStream: __, ...others } = documented;

/** The order matters: the engine tries `chatStream` before `chat`. */
export const contract = { chatStream, chat, models, ...others };
