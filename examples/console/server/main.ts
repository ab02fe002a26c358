import { parseArgs } from 'node:util';
import { buildPage } from './build-page.ts';
import { openEnvironment } from './environment.ts';
import { serveConsole } from './serve-console.ts';

const USAGE = `Usage: pnpm console [--port <number>] [--env-file <file>] [--check]

Builds the console and serves it on a free port, on a local platform with demo data.
With --env-file, or with PLATFORM_API_KEY in the environment, it uses the services of these variables. With --check, it requests its page once and stops.`;

const args = process.argv.slice(2).filter((each) => each !== '--');
const options = {
  port: { type: 'string', default: '0' },
  'env-file': { type: 'string' },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;
const { values } = parseArgs({ args, options });

if (values.help) {
  console.log(USAGE);
} else {
  const environment = await openEnvironment(values['env-file']);
  const {
    hints: { account },
    inspector,
  } = environment;
  const server = await serveConsole(environment, await buildPage(), { port: Number(values.port) });
  console.log(`The console is at ${server.url}`);
  if (account) console.log(`Sign in as      ${account.email}  ${account.password}`);
  if (inspector) console.log(`Codes it sends  ${inspector}`);
  console.log('Ctrl+C stops it.');
  const stop = async (): Promise<void> => {
    await server.close();
    await environment.close();
  };
  if (values.check) {
    const { ok } = await fetch(server.url);
    console.log(ok ? 'The page is served.' : 'The page is missing.');
    process.exitCode = ok ? 0 : 1;
    await stop();
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void stop());
}
