import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Gateway keys',
    choice:
      "A key speaks for a project: the secret of one of its API keys, or of its own pair. `gatewayKey` is the default project's. No request carries `User-Info`.",
  },
  {
    topic: 'Models of the gateway',
    choice:
      'acme/sage (best), acme/swift (fastest), thrift/mini (cheapest), acme/retired (inactive, falls back to acme/swift), acme/gone (inactive), search-engine, scrap-engine. The `gateway.models` option names others. The part before the slash is the provider.',
  },
  {
    topic: 'Responses of the gateway',
    choice:
      'The built-in model repeats the text of the last user message. With the `response_format` `json_object` this is `{"reply": "You said: ..."}`. With `json_schema` it is the simplest value that the schema allows, made as the arguments of tools are. The agents invent results, 50 at most, and pages. A word is a token. Images, recordings and files are accepted, count as no tokens and have no effect. With `gateway.upstream` a real model responds for all but the agents. It receives every setting but `n`, and its first choice is passed on.',
  },
  {
    topic: 'Tools of the gateway',
    choice:
      'The built-in model calls each of the `tools` whose name the last user message contains: "Get weather in Rome" calls `get_weather`. With `tool_choice: "required"` it calls the first tool if the message names none. A named tool is always called. An argument is the simplest value that its JSON Schema allows. Examples are the first of an `enum`, the first number of the message, true, an empty list, or the whole message for a text. Only required arguments are given. The response to results of tools at the end of a conversation is `The tool returned: ...`. A call counts one token for itself and one for each word of its arguments.',
  },
  {
    topic: 'Automatic routing',
    choice: 'The default `strategy` is `best`, among the active models that are no agents. X-IRA-Latency is in milliseconds of the clock.',
  },
  {
    topic: 'Own provider keys',
    choice:
      "An LLM API key of the project with the model's `provider` is used. The exception is a key with `withDefaultModels: false` whose `customModels` lacks the model. With it, an inactive model is 400 even if it has a fallback. For a fallback, its own key counts. Nothing is billed.",
  },
  {
    topic: 'Subscriptions',
    choice:
      'Seeded, by organization. `subscription_found` is true for an ended subscription too. The tier is that of the active subscription, else Free.',
  },
  {
    topic: 'Credits of a response',
    choice:
      'Every model has one price for all tokens. When a response begins, the most that it can cost is reserved in the first wallet that holds as much. When it ends or is cancelled, the used amount is debited. `required_amount` is the reserved amount. `checked_wallets` are `{addressHash, entityType, currency, balance}`, each without reserved amounts. An account that owns no wallet gets one.',
  },
  {
    topic: 'Rate limits of the gateway',
    choice:
      'Counted per organization: the requests of a window of 60 seconds from the first one, and the concurrent requests. `Retry-After` is the rest of the window; for concurrent requests it is 1 second. Rejected requests do not count.',
  },
  {
    topic: 'Errors of the gateway',
    choice:
      'The codes are INVALID_API_KEY, INVALID_INPUT (400), MODEL_NOT_FOUND, MODEL_INACTIVE, INSUFFICIENT_CREDITS, SUBSCRIPTION_REQUIRED, RATE_LIMIT_EXCEEDED, PROVIDER_ERROR. In a stream that has begun they come as one more event.',
  },
  {
    topic: 'Usage in a stream',
    choice:
      'In the event with the finish reason. With `stream_options.include_usage` it has an event of its own, without choices. Other OpenAI-compatible fields, such as `n` and `stop`, are checked and have no effect. The same holds for `agent_config` on a model that is no agent.',
  },
  {
    topic: 'Models list',
    choice: 'GET /models, which the API specification does not have, returns the list in the OpenAI-compatible form.',
  },
];
