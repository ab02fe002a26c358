import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Gateway keys',
    choice:
      "Each key belongs to a project. It is the secret of an API key or of the project's own key pair. The key `gatewayKey` belongs to the default project. No request needs `User-Info`.",
  },
  {
    topic: 'Models of the gateway',
    choice:
      'acme/sage (best), acme/swift (fastest), thrift/mini (cheapest), acme/retired (inactive, falls back to acme/swift), acme/gone (inactive), search-engine, scrap-engine. The `gateway.models` option replaces them. The part before the slash is the provider.',
  },
  {
    topic: 'Responses of the gateway',
    choice:
      'The built-in model repeats the text of the last user message. With the `response_format` `json_object`, it returns `{"reply": "You said: ..."}`. With `json_schema`, it returns the simplest value that the schema allows, as for tool arguments. The agents invent up to 50 results, and pages. A word counts as a token. Images, recordings and files are accepted, but ignored. With `gateway.upstream`, a real model responds instead of all models except the agents. It receives every setting except `n`, and its first choice is returned.',
  },
  {
    topic: 'Tools of the gateway',
    choice:
      'The built-in model calls each of the `tools` whose name the last user message contains: "Get weather in Rome" calls `get_weather`. With `tool_choice: "required"`, it calls the first tool if the message contains no name. A tool in `tool_choice` is always called. An argument is the simplest value that its JSON Schema allows. Examples are the first of an `enum`, the first number of the message, true, an empty list, or the whole message for a string. Optional arguments are omitted. If a conversation ends with tool results, the response is `The tool returned: ...`. A call costs one token, plus one for each word of its arguments.',
  },
  {
    topic: 'Automatic routing',
    choice:
      'The default `strategy` is `best`, among the active models without the agents. X-IRA-Latency is in milliseconds of the clock of the platform.',
  },
  {
    topic: 'Own provider keys',
    choice:
      "If the project has an LLM API key for the model's `provider`, that key is used and nothing is billed. A key with `withDefaultModels: false` applies only to its `customModels`. With such a key, an inactive model is 400 even if it has a fallback. A fallback uses the key of its own provider.",
  },
  {
    topic: 'Subscriptions',
    choice:
      'Set by `seed` for each organization. `subscription_found` is also true for an ended subscription. The tier comes from the active subscription, and defaults to Free.',
  },
  {
    topic: 'Credits of a response',
    choice:
      'Every model has one price for all tokens. When a response begins, its highest possible cost is reserved in the first wallet with enough credits. When it ends or is cancelled, the actual cost is debited. `required_amount` is the reserved amount. `checked_wallets` are `{addressHash, entityType, currency, balance}`, each balance without reserved amounts. A missing wallet of the account is created.',
  },
  {
    topic: 'Rate limits of the gateway',
    choice:
      'Counted per organization: requests within 60 seconds of the first, and concurrent requests. `Retry-After` is the rest of the window; for concurrent requests it is 1 second. Rejected requests do not count.',
  },
  {
    topic: 'Errors of the gateway',
    choice:
      'The codes are INVALID_API_KEY, INVALID_INPUT (400), MODEL_NOT_FOUND, MODEL_INACTIVE, INSUFFICIENT_CREDITS, SUBSCRIPTION_REQUIRED, RATE_LIMIT_EXCEEDED, PROVIDER_ERROR. If a stream has already begun, the error is sent as an event.',
  },
  {
    topic: 'Usage in a stream',
    choice:
      'Usage is in the event with the finish reason. With `stream_options.include_usage`, it is in a separate event without choices. Other OpenAI-compatible fields, such as `n` and `stop`, are checked and have no effect. The same applies to `agent_config` for a model other than the agents.',
  },
  {
    topic: 'Models list',
    choice: 'GET /models returns the list in the format of OpenAI. It is not in the API specification.',
  },
];
