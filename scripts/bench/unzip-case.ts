/** Unpacks an archive in one way, and says how much CPU time and memory that took. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inflateRawSync } from 'node:zlib';
import { openArchive } from '@platform-sdk/converter';
import { unzipSync } from 'fflate';
import JSZip from 'jszip';
import * as yauzl from 'yauzl';
import { settings } from './processes.ts';

/** What to unpack, and how. */
export interface UnzipCase {
  readonly way: 'zlib' | 'sdk' | 'fflate' | 'yauzl' | 'jszip';
  readonly toDisk: boolean;
  readonly path: string;
  readonly target: string;
}

/** What it took. */
export interface Taken {
  readonly cpuMilliseconds: number;
  /** Of the process. */
  readonly peakMegabytes: number;
}

const { way, toDisk, path, target } = settings<UnzipCase>();
const archive = await readFile(path);
let unpacked = 0;

/** Takes a file: counts it, or writes it as programs do that use these libraries. */
const made = new Set<string>();
const place = async (name: string): Promise<string> => {
  const full = join(target, name);
  const folder = dirname(full);
  if (!made.has(folder)) await mkdir(folder, { recursive: true });
  made.add(folder);
  return full;
};
const take = async (name: string, bytes: Uint8Array): Promise<void> => {
  unpacked += bytes.length;
  if (toDisk) await writeFile(await place(name), bytes);
};

/** Where the files are, by the directory alone. */
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

const ways: Readonly<Record<UnzipCase['way'], () => Promise<void>>> = {
  async zlib() {
    for (const { name, content } of packed()) {
      const bytes = inflateRawSync(content);
      if (toDisk) await take(name, bytes);
      else unpacked += bytes.length;
    }
  },
  async sdk() {
    if (toDisk) unpacked = (await openArchive(archive).extractTo(target)).bytes;
    else for await (const entry of openArchive(archive).entries()) unpacked += (await entry.bytes()).length;
  },
  async fflate() {
    for (const [name, bytes] of Object.entries(unzipSync(archive))) await take(name, bytes);
  },
  async yauzl() {
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
      yauzl.fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    await new Promise<void>((resolve, reject) => {
      const next = async (entry: yauzl.Entry): Promise<void> => {
        const stream = await new Promise<Readable>((give, fail) =>
          zip.openReadStream(entry, (error, opened) => (error ? fail(error) : give(opened))),
        );
        if (toDisk) await pipeline(stream, createWriteStream(await place(entry.fileName)));
        else await buffer(stream);
        unpacked += entry.uncompressedSize;
        zip.readEntry();
      };
      zip.on('entry', (entry: yauzl.Entry) => void next(entry).catch(reject));
      zip.on('end', () => resolve());
      zip.on('error', reject);
      zip.readEntry();
    });
  },
  async jszip() {
    const zip = await new JSZip().loadAsync(archive, { checkCRC32: true });
    for (const [name, file] of Object.entries(zip.files)) if (!file.dir) await take(name, await file.async('uint8array'));
  },
};

const before = process.cpuUsage();
await ways[way]();
const { user, system } = process.cpuUsage(before);
if (unpacked !== 100_000_000) throw new Error(`${way} unpacked ${unpacked} bytes`);
process.send?.({ cpuMilliseconds: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Taken);
