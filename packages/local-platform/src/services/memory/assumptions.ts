import type { Assumption } from '../../routing/service.ts';
import { TOKEN_BUDGET } from './model.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Memory errors',
    choice:
      'Fields that break the contract are 400 VALIDATION_ERROR, with each in `details.fields`. The trace id is that of the request, or a new one.',
  },
  { topic: 'Registering a known user', choice: 'Updates the sent fields and issues one more token. Older tokens stay valid.' },
  { topic: 'Clearing the gateway key', choice: 'An empty `api_key`.' },
  {
    topic: 'Agents in conversations',
    choice:
      "With a token, an agent acts for the token's user; without one, for any user. Its headers are the pair of a valid pass, or an `X-Agent-Key` with any value.",
  },
  {
    topic: 'Gateway keys of memory users',
    choice: 'The provider rejects keys that begin with `invalid`: 502 LLM_SERVICE_ERROR. All others are valid.',
  },
  {
    topic: 'The built-in model',
    choice: `The response is the most fitting memory, a promise to remember, or the message itself. A token is four characters; a message of more than ${TOKEN_BUDGET} is 400 TOKEN_BUDGET_EXCEEDED.`,
  },
  {
    topic: 'Remembered sentences',
    choice:
      'Each sentence of a message, by its importance. Questions and sentences of one or two words have 0.1, which is below the minimum.',
  },
  {
    topic: 'Similarity',
    choice: 'The cosine of hashed words and triples of letters. Common words count only in texts that have no others.',
  },
  {
    topic: 'Order of memories',
    choice:
      'Search results by similarity times decay, lists by importance times decay. The values in the response are without decay. Old memories are listed, but not found.',
  },
  {
    topic: 'Duplicates',
    choice: 'Only within one application. Between the thresholds, texts with the same words in any order are duplicates.',
  },
  { topic: 'A session that was deleted', choice: 'Its messages are removed. The session, its title and its metadata stay.' },
  { topic: 'A chat whose stream is cancelled', choice: 'The message stays in the history, without a reply.' },
  {
    topic: 'Fact extraction',
    choice:
      'Found facts are kept in the profile. `raw` is treated as output of a model. Facts in `data` take precedence over those in `raw`, and these over those in `text`.',
  },
];
