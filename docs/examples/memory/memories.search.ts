import { memory } from '../../scenes/memory.ts';

const { results } = await memory.memories.search({ query: 'tea', limit: 3 });
for (const { content } of results) console.log(content);
