import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import AdmZip from 'adm-zip';
import { Zip, ZipDeflate, zipSync } from 'fflate';
import { ZipFile } from 'yazl';

/** Files by name. */
export type Files = Readonly<Record<string, Buffer>>;

/** Returns an archive with the files. Programs read the files from `folder`. */
export type Writer = (files: Files, folder: string) => Promise<Uint8Array>;

const byYazl =
  (isStreamed: boolean, forceZip64Format: boolean): Writer =>
  async (files) => {
    const archive = new ZipFile();
    for (const [name, content] of Object.entries(files)) {
      if (isStreamed) archive.addReadStream(Readable.from([content]), name, { forceZip64Format });
      else archive.addBuffer(content, name, { forceZip64Format });
    }
    archive.end({ forceZip64Format });
    return buffer(archive.outputStream);
  };

const byFflateStream: Writer = (files) =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const archive = new Zip((error, piece, isLast) => {
      if (error) reject(error);
      pieces.push(piece);
      if (isLast) resolve(Buffer.concat(pieces));
    });
    for (const [name, content] of Object.entries(files)) {
      const entry = new ZipDeflate(name);
      archive.add(entry);
      entry.push(content, true);
    }
    archive.end();
  });

const byAdmZip: Writer = (files) => {
  const archive = new AdmZip();
  for (const [name, content] of Object.entries(files)) archive.addFile(name, content);
  return Promise.resolve(archive.toBuffer());
};

/** Writers of archives that are packages, by name. */
export const libraries: Readonly<Record<string, Writer>> = {
  yazl: byYazl(false, false),
  'yazl, streamed': byYazl(true, false),
  'yazl, Zip64': byYazl(false, true),
  'yazl, streamed with Zip64': byYazl(true, true),
  fflate: (files) => Promise.resolve(zipSync({ ...files })),
  'fflate, streamed': byFflateStream,
  'adm-zip': byAdmZip,
};

const exec = promisify(execFile);

/** Options for running a program. */
interface Run {
  /** True if the program writes the archive to its standard output. Default: false; the program writes a file. */
  readonly isPiped?: boolean;
  /** The locale of the program. Without a locale, some programs do not declare that names are UTF-8. Default: `C.UTF-8`. */
  readonly locale?: string;
}

/** Runs a program in a folder. */
const byProgram =
  (program: string, words: (archive: string) => readonly string[], { isPiped = false, locale = 'C.UTF-8' }: Run = {}): Writer =>
  async (_, folder) => {
    const archive = join(folder, '..', 'archive.zip');
    const env = { ...process.env, LC_ALL: locale };
    const { stdout } = await exec(program, words(archive), { cwd: folder, encoding: 'buffer', maxBuffer: 2 ** 26, env });
    return isPiped ? stdout : readFile(archive);
  };

const PYTHON = `import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    for folder, folders, files in os.walk('.'):
        for name in folders + files: archive.write(os.path.join(folder, name))`;

/** Writers of archives that are programs, with their arguments. */
export const programs: Readonly<Record<string, readonly [program: string, write: Writer]>> = {
  'Info-ZIP': ['zip', byProgram('zip', (archive) => ['-qr', archive, '.'])],
  'Info-ZIP, stored': ['zip', byProgram('zip', (archive) => ['-qr0', archive, '.'])],
  'Info-ZIP, Zip64': ['zip', byProgram('zip', (archive) => ['-qr', '-fz', archive, '.'])],
  'Info-ZIP, streamed': ['zip', byProgram('zip', () => ['-qr', '-', '.'], { isPiped: true })],
  'Info-ZIP without a locale': ['zip', byProgram('zip', (archive) => ['-qr', archive, '.'], { locale: 'C' })],
  bsdtar: ['bsdtar', byProgram('bsdtar', (archive) => ['-a', '-cf', archive, '.'])],
  'bsdtar, streamed': ['bsdtar', byProgram('bsdtar', () => ['--format', 'zip', '-cf', '-', '.'], { isPiped: true })],
  'bsdtar without a locale': ['bsdtar', byProgram('bsdtar', (archive) => ['-a', '-cf', archive, '.'], { locale: 'C' })],
  '7-Zip': ['7z', byProgram('7z', (archive) => ['a', '-bd', archive, '.'])],
  Python: ['python3', byProgram('python3', (archive) => ['-c', PYTHON, archive])],
  'jar of Java': ['jar', byProgram('jar', (archive) => ['cf', archive, '.'])],
};

export const isInstalled = async (program: string): Promise<boolean> =>
  exec('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
