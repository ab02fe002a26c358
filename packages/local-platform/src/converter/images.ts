import type { World } from '../world.ts';
import { fetchFrom } from './fetching.ts';

/** The files of a page's images, by name. */
export type ImageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A page whose images are files. */
export interface Localized {
  readonly html: string;
  readonly files: ImageFiles;
  /** Addresses of images that could not be had: they stay where they are. */
  readonly missed: readonly string[];
}

const FOLDER = 'images';

/** Fetches the images of a page, and lets it refer to their files. */
export const localize = async (world: World, html: string, signal: AbortSignal, heard: (url: string) => void): Promise<Localized> => {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const names = new Map<string, string>();
  const missed: string[] = [];
  for (const image of document.querySelectorAll('img[src]')) {
    const address = image.getAttribute('src') ?? '';
    if (!/^https?:/.test(address)) continue;
    let name = names.get(address);
    if (name === undefined) {
      try {
        const { type, bytes, url } = await fetchFrom(world, address, signal, heard);
        if (!type.startsWith('image/')) throw new TypeError('It is no image');
        name = freeName(files, url, type);
        files.set(name, bytes);
        names.set(address, name);
      } catch {
        signal.throwIfAborted();
        missed.push(address);
        continue;
      }
    }
    image.setAttribute('src', `${FOLDER}/${name}`);
    image.removeAttribute('srcset');
  }
  return { html: document.body.innerHTML, files, missed };
};

const freeName = (files: ImageFiles, { pathname }: URL, type: string): string => {
  const [last = ''] = pathname.split('/').slice(-1);
  const plain = last.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '') || 'image';
  const [, stem = plain, extension = `.${type.slice(6).replace(/\W.*/, '')}`] = /^(.+?)(\.\w+)?$/.exec(plain) ?? [];
  let name = stem + extension;
  for (let count = 2; files.has(name); count++) name = `${stem}-${count}${extension}`;
  return name;
};
