// #region preamble
import { memory } from '../../scenes/memory.ts';

await memory.tokens.create({ name: 'Nightly job' });
const token_id =
  (await memory.tokens.list()).tokens.find(({ name }) => name === 'Nightly job')
    ?.id ?? '';
// #endregion

await memory.tokens.remove({ token_id });
console.log((await memory.tokens.list()).tokens.length);
