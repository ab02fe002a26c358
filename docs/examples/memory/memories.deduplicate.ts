import { memory } from '../../scenes/memory.ts';

const result = await memory.memories.deduplicate();
console.log(result);
