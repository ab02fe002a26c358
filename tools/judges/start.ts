/**
 * Tests the local platform and the OpenAPI documents with clients and validators of other vendors. Arguments select some of these clients
 * and validators. These packages are installed separately.
 */
import { spawnSync } from 'node:child_process';
import { scriptOf, shell } from '../build/workspace.ts';

const folder = import.meta.dirname;

/** Runs a command in the judges' folder. Ends with its status unless it succeeds. */
const run = (command: string, args: readonly string[], quiet = false): void => {
  const options = { cwd: folder, encoding: 'utf8', stdio: quiet ? 'pipe' : 'inherit', shell: shell && command === 'pnpm' } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return;
  if (error) console.error(error.message);
  else if (quiet) console.error(`${stdout}${stderr}`);
  process.exit(status ?? 1);
};

run('pnpm', ['install', '--frozen-lockfile'], true);
// The types of openapi-fetch are generated from our documents, so that the compiler checks them too.
run(process.execPath, ['generate-types.ts']);
run(process.execPath, [scriptOf('typescript', 'tsc'), '-p', '.']);
run(process.execPath, ['-C', '@platform-sdk/source', 'run.ts', ...process.argv.slice(2)]);
