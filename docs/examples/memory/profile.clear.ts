// #region preamble
import { memory } from '../../scenes/memory.ts';

await memory.profile.merge({ facts: { city: 'London' } });
// #endregion

await memory.profile.clear();
console.log(await memory.profile.get());
