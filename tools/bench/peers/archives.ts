/** CPU time and memory of unpacking one archive, into memory or to disk. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createWriteStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { cpuTime, peak, pick, report, settings } from './case.ts';

interface ArchiveCase {
  readonly way: string;
  readonly toDisk: boolean;
  readonly path: string;
}

const { way, toDisk, path } = settings<ArchiveCase>();
// Uses `/dev/shm` if it exists, which is in memory. On a disk, a file takes 0.1 to 2 ms of CPU time, which hides the differences.
const target = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-archive-'));
const archive = await readFile(path);
let unpacked = 0;

/** The folders that were already created. */
const made = new Set<string>();
const place = async (name: string): Promise<string> => {
  const full = join(target, name);
  const folder = dirname(full);
  if (!made.has(folder)) await mkdir(folder, { recursive: true });
  made.add(folder);
  return full;
};
/** Counts the bytes of a file. With `toDisk`, also writes the file as a user of the library would. */
const take = async (name: string, bytes: Uint8Array): Promise<void> => {
  unpacked += bytes.length;
  if (toDisk) await writeFile(await place(name), bytes);
};

/** Finds the files by the archive's directory, without any checks. */
const packed = (): { name: string; content: Uint8Array }[] => {
  const end = archive.length - 22;
  const files: { name: string; content: Uint8Array }[] = [];
  for (let at = archive.readUInt32LE(end + 16), count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const header = archive.readUInt32LE(at + 42);
    const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    files.push({
      name: archive.toString('latin1', at + 46, nameEnd),
      content: archive.subarray(from, from + archive.readUInt32LE(at + 20)),
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
};

/** Loads a library before the clock starts, and returns the work. */
const ways: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  'zlib in a loop': async () => async () => {
    for (const { name, content } of packed()) {
      const bytes = inflateRawSync(content);
      if (toDisk) await take(name, bytes);
      else unpacked += bytes.length;
    }
  },
  async 'this SDK'() {
    const { openArchive } = await import('@platform-sdk/converter');
    return async () => {
      if (toDisk) unpacked = (await openArchive(archive).extractTo(target)).bytes;
      else for await (const entry of openArchive(archive).entries()) unpacked += (await entry.bytes()).length;
    };
  },
  async fflate() {
    const { unzipSync } = await import('fflate');
    return async () => {
      for (const [name, bytes] of Object.entries(unzipSync(archive))) await take(name, bytes);
    };
  },
  async yauzl() {
    const yauzl = await import('yauzl');
    return async () => {
      const zip = await new Promise<ZipFile>((resolve, reject) =>
        yauzl.fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
      );
      await new Promise<void>((resolve, reject) => {
        const next = async (entry: Entry): Promise<void> => {
          const stream = await new Promise<Readable>((give, fail) =>
            zip.openReadStream(entry, (error, opened) => (error ? fail(error) : give(opened))),
          );
          if (toDisk) await pipeline(stream, createWriteStream(await place(entry.fileName)));
          else await buffer(stream);
          unpacked += entry.uncompressedSize;
          zip.readEntry();
        };
        zip.on('entry', (entry: Entry) => void next(entry).catch(reject));
        zip.on('end', () => resolve());
        zip.on('error', reject);
        zip.readEntry();
      });
    };
  },
  async jszip() {
    const { default: JSZip } = await import('jszip');
    return async () => {
      const zip = await new JSZip().loadAsync(archive, { checkCRC32: true });
      for (const [name, file] of Object.entries(zip.files)) if (!file.dir) await take(name, await file.async('uint8array'));
    };
  },
};

const unpack = await pick(ways, way)();
const before = cpuTime();
await unpack();
const cpu = cpuTime() - before;
await rm(target, { recursive: true });
if (unpacked !== 100_000_000) throw new Error(`${way} unpacked ${unpacked} bytes.`);
report({ cpu, peak: peak() });
