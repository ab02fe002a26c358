import { memory } from '../../scenes/memory.ts';

console.log(await memory.users.me());
