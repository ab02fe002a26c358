import { dirname } from 'node:path';
import { appendOwnFile, makeFolder, readOwnFile, writeError } from '@platform-sdk/core/disk';
import type { JournalEntry, PaymentJournal } from '../journal.ts';

const PURPOSE = { title: 'The journal', field: 'journal' };

type Line = readonly [reference: string, entry: JournalEntry];

/**
 * Stores payments in a file, with one line per change. Only the file's owner can read it (mode 0600). Each line reaches the disk before its
 * payment is sent. A line that a crash truncated is ignored. Throws if the file belongs to another user, or if other users can write it.
 * Several processes may share the file if each process uses different references.
 */
export const fileJournal = (path: string): PaymentJournal => {
  let entries: Promise<Map<string, JournalEntry>> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  /** Forgets a failed read, so that the next call reads the file again. */
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

/** Returns an array with the parsed line. Returns undefined for an empty line, and for a line that a crash truncated. */
const parseLine = (line: string): [Line] | undefined => {
  try {
    const [reference, entry] = JSON.parse(line) as Line;
    return [[reference, entry]];
  } catch {
    return undefined;
  }
};

/** Appends a line and flushes it to the disk. A line break comes first, because a crash may have truncated the previous line. */
const append = async (path: string, line: Line): Promise<void> => {
  makeFolder(dirname(path), 0o700);
  await appendOwnFile(path, `\n${JSON.stringify(line)}\n`, PURPOSE);
};
