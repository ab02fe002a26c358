import { memory } from '../../scenes/memory.ts';

const result = await memory.memories.removeAll({ confirm: true });
console.log(result);
