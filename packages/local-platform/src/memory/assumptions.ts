import type { Assumption } from '../routing/service.ts';
import { TOKEN_BUDGET } from './model.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Memory errors',
    choice:
      'Fields that break the contract are 400 VALIDATION_ERROR, with each in `details.fields`. A trace id is the one sent, or a new one.',
  },
  { topic: 'Registering a known user', choice: 'Updates what is sent and issues one more token; the older ones stay good.' },
  { topic: 'Clearing the gateway key', choice: 'An empty `api_key`.' },
  {
    topic: 'Agents in conversations',
    choice:
      'A token lets them act for its own user; the agent headers alone for any user: the pair of a good pass, or an `X-Agent-Key`, whatever it holds.',
  },
  {
    topic: 'Gateway keys of memory users',
    choice: 'One that begins with `invalid` is refused by the provider: 502 LLM_SERVICE_ERROR. All others are good.',
  },
  {
    topic: 'The built-in model',
    choice: `Answers with the most fitting memory, or says that it will remember, or repeats what it was told. A token is four characters; a message of more than ${TOKEN_BUDGET} is 400 TOKEN_BUDGET_EXCEEDED.`,
  },
  {
    topic: 'What is remembered',
    choice:
      'Each sentence of a message, by its importance. Questions and sentences of one or two words are at 0.1 and so below the minimum.',
  },
  { topic: 'Similarity', choice: 'The cosine of hashed words and triples of letters; common words do not count where others are.' },
  {
    topic: 'Order of memories',
    choice:
      'Found ones by similarity times decay, listed ones by importance times decay; what is answered is without the decay. Old ones are listed, not found.',
  },
  { topic: 'Duplicates', choice: 'Only within one application. Between the thresholds, the same words in any order say the same.' },
  { topic: 'A session that was deleted', choice: 'Its messages are gone; itself, its title and its metadata stay.' },
  { topic: 'A chat whose stream is left', choice: 'The message stays in the history, the answer does not come to it.' },
  {
    topic: 'Fact extraction',
    choice:
      'What is found is kept in the profile. `raw` is taken for output of a model. Facts in `data` go before those in `raw`, and these before those in `text`.',
  },
];
