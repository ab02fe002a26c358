import { dirname } from 'node:path';
import { appendOwnFile, makeFolder, readOwnFile, writeError } from '@platform-sdk/core/disk';
import type { JournalEntry, PaymentJournal } from '../journal.ts';

const PURPOSE = { title: 'The journal', field: 'journal' };

/** One line of the file. */
type Line = readonly [reference: string, entry: JournalEntry];

/**
 * Keeps begun payments in a file, a line for each change. Only the file's owner can read it (mode 0600). A line is on the disk before its
 * payment is sent, and the end of a line that a crash cut is ignored. A file of another user, or one that others may write, is rejected.
 * Several processes may share the file if each reference has one of them.
 */
export const fileJournal = (path: string): PaymentJournal => {
  let entries: Promise<Map<string, JournalEntry>> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  /** A file that cannot be read now is read again by the next call. */
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

/** Returns the entry of a line in an array; undefined for a line that a crash cut. */
const parseLine = (line: string): [Line] | undefined => {
  try {
    const [reference, entry] = JSON.parse(line) as Line;
    return [[reference, entry]];
  } catch {
    return undefined;
  }
};

/** Appends a line, and writes it through to the disk. It begins with a line break, as a crash may have cut the line before. */
const append = async (path: string, line: Line): Promise<void> => {
  makeFolder(dirname(path), 0o700);
  await appendOwnFile(path, `\n${JSON.stringify(line)}\n`, PURPOSE);
};
