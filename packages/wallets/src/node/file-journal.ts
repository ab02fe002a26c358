import { dirname } from 'node:path';
import { appendOwnFile, makeFolder, readOwnFile, writeError } from '@platform-sdk/core/disk';
import type { JournalEntry, PaymentJournal } from '../journal.ts';

const PURPOSE = { title: 'The journal', field: 'journal' };

/** One line of the file. */
type Line = readonly [reference: string, entry: JournalEntry];

/**
 * Keeps payments in a file, one line per change. Only the file's owner can read it (mode 0600). Each line reaches the disk before its
 * payment is sent. A line that a crash cut short is ignored. A file that belongs to another user, or that others may write, is rejected.
 * Several processes may share the file if no two of them use the same reference.
 */
export const fileJournal = (path: string): PaymentJournal => {
  let entries: Promise<Map<string, JournalEntry>> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  /** If the file cannot be read, the next call reads it again. */
  const again = (error: unknown): never => {
    entries = undefined;
    throw error;
  };
  const load = (): Promise<Map<string, JournalEntry>> => (entries ??= readEntries(path).catch(again));

  const write = async (line: Line): Promise<void> => {
    const known = await load();
    try {
      await append(path, line);
    } catch (error) {
      throw writeError(`The journal ${JSON.stringify(path)} is not written`, error, 'fileJournal', PURPOSE.field);
    }
    known.set(...line);
  };

  return {
    get: async (reference) => (await load()).get(reference),
    async set(...line) {
      const written = writing.then(() => write(line));
      writing = written.catch(() => undefined);
      await written;
    },
  };
};

const readEntries = async (path: string): Promise<Map<string, JournalEntry>> => {
  const content = (await readOwnFile(path, PURPOSE)) ?? '';
  return new Map(content.split('\n').flatMap((line) => parseLine(line) ?? []));
};

/** Returns the entry of a line in an array; undefined for a line that a crash cut short. */
const parseLine = (line: string): [Line] | undefined => {
  try {
    const [reference, entry] = JSON.parse(line) as Line;
    return [[reference, entry]];
  } catch {
    return undefined;
  }
};

/** Appends a line and flushes it to the disk. The line begins with a line break, because a crash may have cut the previous line. */
const append = async (path: string, line: Line): Promise<void> => {
  makeFolder(dirname(path), 0o700);
  await appendOwnFile(path, `\n${JSON.stringify(line)}\n`, PURPOSE);
};
