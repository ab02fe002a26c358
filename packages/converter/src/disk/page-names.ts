import { RESERVED } from '../archive/names.ts';

const MAX_PART = 80;

/** Turns a part of a URL into a file name that is valid on every system. */
const cleaned = (part: string): string => {
  let name = part.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, MAX_PART);
  while (/^[-.]/.test(name)) name = name.slice(1);
  while (/[-.]$/.test(name)) name = name.slice(0, -1);
  return RESERVED.test(name) ? `_${name}` : name;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the path of a page's file for each URL, such as `docs.example.com/guide/start.md`. The paths are unique on every system. */
export const pageNames = (urls: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const url of new Set(urls)) {
    const { host, pathname, search } = new URL(url);
    const parts = [host, ...`${pathname}${search}`.split('/')].map((part) => cleaned(decoded(part))).filter((part) => part !== '');
    const stem = parts.length > 1 ? parts.join('/') : `${parts[0] ?? 'page'}/index`;
    let name = stem;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${stem}-${count}`;
    taken.add(name.toLowerCase());
    names.set(url, `${name}.md`);
  }
  return names;
};
