import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Gateway keys',
    choice:
      "A key speaks for a project: the secret of one of its API keys, or of its own pair; `gatewayKey` is the ready-made project's. No request carries `User-Info`.",
  },
  {
    topic: 'Models of the gateway',
    choice:
      'acme/sage (best), acme/swift (fastest), thrift/mini (cheapest), acme/retired (inactive, falls back to acme/swift), acme/gone (inactive), search-engine, scrap-engine; the `gateway.models` option names others. What stands before the slash is the provider.',
  },
  {
    topic: 'Answers of the gateway',
    choice:
      'The built-in model repeats the text of the last message of a user; the agents make up results, 50 at most, and pages. A word is a token. Images, recordings and files are accepted, count as no tokens and have no effect. With `gateway.upstream` a real model answers for all but the agents: it receives every setting but `n`, and its first choice is passed on.',
  },
  {
    topic: 'Tools of the gateway',
    choice:
      'The built-in model calls each of the `tools` whose name the last message of a user contains, so that `get_weather` is called by "Get weather in Rome". With `tool_choice: "required"` it calls the first tool if the message names none; a named tool is always called. An argument is the simplest value that its JSON Schema allows: the first of an `enum`, the first number of the message, true, an empty list, or the whole message for a text; only required arguments are given. Results of tools at the end of a conversation are answered with `The tool returned: ...`. A call counts one token for itself and one for each word of its arguments.',
  },
  {
    topic: 'Automatic routing',
    choice: 'Without `strategy` it is `best`, among the active models that are no agents. X-IRA-Latency is in milliseconds of the clock.',
  },
  {
    topic: 'Own provider keys',
    choice:
      "An LLM API key of the project whose `provider` is the model's, unless `withDefaultModels` is false and `customModels` lacks the model. With it, an inactive model is 400 whatever its fallback. A fallback's own key counts as if it had been asked for. Nothing is billed.",
  },
  {
    topic: 'Subscriptions',
    choice:
      'Seeded, by organization. `subscription_found` tells one that has ended from none. The tier is that of the active subscription, else Free.',
  },
  {
    topic: 'Credits of an answer',
    choice:
      'Every model has one price for all tokens. What an answer can cost is kept aside when it begins, in the first wallet that holds that much; what was used is debited when it ends or is left. `required_amount` is the former; `checked_wallets` are `{addressHash, entityType, currency, balance}`, each less what is kept aside. An account that owns no wallet gets one.',
  },
  {
    topic: 'Rate limits of the gateway',
    choice:
      'Per organization: a window of 60 seconds from the first request, and the requests under way. `Retry-After` is the rest of the window, or 1 second for the latter; refused requests do not count.',
  },
  {
    topic: 'Errors of the gateway',
    choice:
      'Codes INVALID_API_KEY, INVALID_INPUT (400), MODEL_NOT_FOUND, MODEL_INACTIVE, INSUFFICIENT_CREDITS, SUBSCRIPTION_REQUIRED, RATE_LIMIT_EXCEEDED, PROVIDER_ERROR. In a stream that has begun they come as one more event.',
  },
  {
    topic: 'Usage in a stream',
    choice:
      'In the event that has the finish reason; with `stream_options.include_usage` in an event of its own, without choices. Other fields of the interface that OpenAI made common, such as `n`, `stop` and `response_format`, are checked and without effect, as is `agent_config` for a model that is no agent.',
  },
  { topic: 'Models list', choice: 'GET /models, which no document shows, answers the list in the form that OpenAI made common.' },
];
