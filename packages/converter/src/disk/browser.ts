import { inputError } from '@platform-sdk/core/internal';
import type * as disk from './server.ts';

const refuse = (name: string) => async (): Promise<never> => {
  throw inputError(`${name} works on Node only`, undefined, name);
};

/** Browsers cannot write to a disk, so these functions throw. */
export const save: typeof disk.save = refuse('archive.saveTo');
export const extract: typeof disk.extract = refuse('archive.extractTo');
export const crawlTo: typeof disk.crawlTo = refuse('converter.crawlTo');
export const batchTo: typeof disk.batchTo = refuse('converter.batchTo');
