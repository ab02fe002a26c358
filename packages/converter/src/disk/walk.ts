import type { HeldFolder } from './held-folder.ts';

/** How far a way into a folder goes: the last folder of it that exists, and how many of its parts that are. */
interface Reached {
  readonly folder: HeldFolder;
  readonly depth: number;
}

/** Walks below a folder, through no link. */
export interface Walk {
  /** Goes as far as there are folders. Rejects with `ENOTDIR` where something else is in the way. */
  to(parts: readonly string[]): Promise<Reached>;
  close(): Promise<void>;
}

/** Keeps the way to the last folder open: names of an archive mostly follow each other by folder. */
export const createWalk = (root: HeldFolder): Walk => {
  const way: { readonly part: string; readonly folder: HeldFolder }[] = [];
  const back = async (depth: number): Promise<void> => {
    while (way.length > depth) await way.pop()?.folder.close();
  };
  return {
    async to(parts) {
      let depth = 0;
      while (depth < way.length && way[depth]?.part === parts[depth]) depth++;
      await back(depth);
      for (;;) {
        const folder = way.at(-1)?.folder ?? root;
        const part = parts[way.length];
        if (part === undefined) return { folder, depth: way.length };
        try {
          way.push({ part, folder: await folder.open(part) });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
          return { folder, depth: way.length };
        }
      }
    },
    close: () => back(0),
  };
};
