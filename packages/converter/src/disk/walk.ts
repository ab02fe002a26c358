import type { HeldFolder } from './held-folder.ts';

/** The existing part of a path: its last existing folder, and the number of existing parts. */
interface Reached {
  readonly folder: HeldFolder;
  readonly depth: number;
}

/** Opens folders below a root without following links. */
export interface Walk {
  /** Opens the last existing folder. Rejects with `ENOTDIR` for a file or a link on the path. */
  to(parts: readonly string[]): Promise<Reached>;
  close(): Promise<void>;
}

/** Creates a walk, which keeps the folders of the last path open, because the names in an archive are usually ordered by folder. */
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
