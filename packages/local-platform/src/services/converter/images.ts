import type { World } from '../../world/state.ts';
import { fetchFrom } from './fetching.ts';
import { freeName, safeName } from './names.ts';

/** Image files by name. */
export type ImageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export interface FetchedImages {
  readonly files: ImageFiles;
  /** File paths by image URL. */
  readonly places: ReadonlyMap<string, string>;
  /** The URLs of images that failed. */
  readonly missed: readonly string[];
}

const FOLDER = 'images';

export const fetchImages = async (
  world: World,
  addresses: readonly string[],
  signal: AbortSignal,
  onRequest: (url: string) => void,
): Promise<FetchedImages> => {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const places = new Map<string, string>();
  const used = new Set<string>();
  const missed: string[] = [];
  for (const address of addresses) {
    try {
      const { type, bytes, url, isOk } = await fetchFrom(world, address, signal, onRequest);
      if (!isOk || !type.startsWith('image/')) throw new TypeError('The file is not an image');
      const name = nameOf(used, url, type);
      files.set(name, bytes);
      places.set(address, `${FOLDER}/${name}`);
    } catch {
      signal.throwIfAborted();
      missed.push(address);
    }
  }
  return { files, places, missed };
};

/** The maximum length of a base name, which all file systems allow. */
const LONGEST = 100;

const nameOf = (used: Set<string>, { pathname }: URL, type: string): string => {
  const [last = ''] = pathname.split('/').slice(-1);
  const plain = safeName(last.replaceAll(/[^\w.-]/g, '_')) || 'image';
  const kind = type.slice('image/'.length).replace(/\W.*/, '');
  const [, stem = plain, extension = kind && `.${kind}`] = /^(.+?)(\.\w{1,20})?$/.exec(plain) ?? [];
  return freeName(used, (ending) => stem.slice(0, LONGEST) + ending + extension);
};
