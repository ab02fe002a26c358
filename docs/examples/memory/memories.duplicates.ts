import { memory } from '../../scenes/memory.ts';

const duplicates = await memory.memories.duplicates();
console.log(duplicates);
