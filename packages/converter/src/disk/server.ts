export { extract } from './extract.ts';
export { save } from './save.ts';
export { batchTo, crawlTo } from './save-job.ts';
