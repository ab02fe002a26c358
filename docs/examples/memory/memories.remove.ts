// #region preamble
import { memory } from '../../scenes/memory.ts';

const memory_id =
  (await memory.memories.list().toArray({ limit: 1 })).at(0)?.id ?? '';
// #endregion

await memory.memories.remove({ memory_id });
console.log('removed');
