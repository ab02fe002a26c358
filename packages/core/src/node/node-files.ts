import { inputError } from '../diagnostics/errors.ts';

/** Returns Node's own modules. Throws on other runtimes. */
export const nodeFiles = (operation: string) => {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const builtin = process?.getBuiltinModule;
  if (!builtin) throw inputError(`${operation} works on Node only`, undefined, operation);
  return { fs: builtin('node:fs/promises'), calls: builtin('node:fs'), path: builtin('node:path'), os: builtin('node:os') };
};

export type NodeFiles = ReturnType<typeof nodeFiles>;
