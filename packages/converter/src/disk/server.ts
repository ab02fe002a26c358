export { extract } from './extract.ts';
export { save } from './save.ts';
