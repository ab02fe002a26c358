import { inputError } from '@platform-sdk/core/contract';

/** Node's own modules, where there is a Node: no bundler sees them. */
export const nodeModules = (name: string) => {
  const { process } = globalThis as { process?: { getBuiltinModule?: NodeJS.Process['getBuiltinModule'] } };
  const builtin = process?.getBuiltinModule;
  if (!builtin) throw inputError(`${name} works on Node only`, undefined, name);
  return { fs: builtin('node:fs/promises'), constants: builtin('node:fs').constants, path: builtin('node:path') };
};

export type NodeModules = ReturnType<typeof nodeModules>;

/** A name for what is not whole yet; short, whatever it becomes. */
export const partName = (): string => `.${crypto.randomUUID()}.part`;
