export { checkFolder } from './check-folder.ts';
export { extract } from './extract.ts';
export { save } from './save.ts';
