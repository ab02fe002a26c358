import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { usageError } from '../command.ts';
import type { Variables } from './variables.ts';

/** Adds the variables of a file. Variables of the process that are not empty take precedence. */
export const withEnvFile = async (given: Variables, file: string | undefined): Promise<Variables> => {
  if (file === undefined) return given;
  const text = await readFile(file, 'utf8').catch(() => {
    throw usageError(`The file ${file} could not be read`);
  });
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return { ...parseEnv(text), ...Object.fromEntries(set) };
};
