import { memory } from '../../scenes/platform.ts';

console.log(await memory.live());
