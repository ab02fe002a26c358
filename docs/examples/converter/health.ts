import { converter } from '../../scenes/platform.ts';

console.log(await converter.health());
