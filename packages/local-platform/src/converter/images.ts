import type { World } from '../world.ts';
import { fetchFrom } from './fetching.ts';
import { freeName, safeName } from './names.ts';

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
  const used = new Set<string>();
  const missed: string[] = [];
  for (const image of document.querySelectorAll('img[src]')) {
    const address = image.getAttribute('src') ?? '';
    if (!/^https?:/.test(address)) continue;
    let name = names.get(address);
    if (name === undefined) {
      try {
        const { type, bytes, url, isOk } = await fetchFrom(world, address, signal, heard);
        if (!isOk || !type.startsWith('image/')) throw new TypeError('It is no image');
        name = nameOf(used, url, type);
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

/** What a name may have before its extension, so that it stays one on every system. */
const LONGEST = 100;

const nameOf = (used: Set<string>, { pathname }: URL, type: string): string => {
  const [last = ''] = pathname.split('/').slice(-1);
  const plain = safeName(last.replaceAll(/[^\w.-]/g, '_')) || 'image';
  const kind = type.slice('image/'.length).replace(/\W.*/, '');
  const [, stem = plain, extension = kind && `.${kind}`] = /^(.+?)(\.\w{1,20})?$/.exec(plain) ?? [];
  return freeName(used, (ending) => stem.slice(0, LONGEST) + ending + extension);
};
