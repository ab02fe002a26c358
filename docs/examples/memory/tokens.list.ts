import { memory } from '../../scenes/memory.ts';

const { tokens } = await memory.tokens.list();
for (const { id, name } of tokens) console.log(id, name);
