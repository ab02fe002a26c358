// #region preamble
import { memory } from '../../scenes/memory.ts';

await memory.profile.merge({ facts: { city: 'London' } });
// #endregion

console.log(await memory.profile.get());
