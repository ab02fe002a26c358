export { saveTo } from './save-to.ts';
