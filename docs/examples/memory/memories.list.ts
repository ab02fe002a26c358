import { memory } from '../../scenes/memory.ts';

for await (const { content } of memory.memories.list({ limit: 20 }))
  console.log(content);
