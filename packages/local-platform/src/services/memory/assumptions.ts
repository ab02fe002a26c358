import type { Assumption } from '../../routing/service.ts';
import { TOKEN_BUDGET } from './model.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Memory errors',
    choice: 'Invalid fields are 400 VALIDATION_ERROR, and are listed in `details.fields`. The trace id comes from the request, or is new.',
  },
  { topic: 'Registering a known user', choice: 'Updates the sent fields and issues another token. Older tokens stay valid.' },
  { topic: 'Clearing the gateway key', choice: 'Send an empty `api_key`.' },
  {
    topic: 'Agents in conversations',
    choice:
      "With a token, an agent acts for the token's user; without a token, for any user. It sends the agent headers of a valid pass, or an `X-Agent-Key` with any value.",
  },
  {
    topic: 'Gateway keys of memory users',
    choice: 'The provider rejects keys that begin with `invalid`: 502 LLM_SERVICE_ERROR. All others are valid.',
  },
  {
    topic: 'The built-in model',
    choice: `The reply is the most similar memory, a promise to remember, or the message itself. Four characters count as a token; a message of more than ${TOKEN_BUDGET} is 400 TOKEN_BUDGET_EXCEEDED.`,
  },
  {
    topic: 'Remembered sentences',
    choice:
      'Each sentence of a message is rated separately. Questions and sentences of one or two words get 0.1, which is below the minimum.',
  },
  {
    topic: 'Similarity',
    choice: 'The cosine of hashed words and letter triples. Common words are ignored, except in texts without other words.',
  },
  {
    topic: 'Order of memories',
    choice:
      'Search results are sorted by similarity times decay, lists by importance times decay. The response contains the values without decay. Searches leave out old memories; lists do not.',
  },
  {
    topic: 'Duplicates',
    choice: 'Searched only within one application. Between the two thresholds, texts with the same words in any order are duplicates.',
  },
  { topic: 'A session that was deleted', choice: 'Its messages are removed. The session, its title and its metadata stay.' },
  { topic: 'A chat whose stream is cancelled', choice: 'The message stays in the history, without a reply.' },
  {
    topic: 'Fact extraction',
    choice:
      'Extracted facts are stored in the profile. `raw` is parsed as the output of a model. Facts in `data` override facts in `raw`, which override facts in `text`.',
  },
];
