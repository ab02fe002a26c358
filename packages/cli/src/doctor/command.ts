import { defineCommand, EXIT, usageError } from '../command.ts';
import { counted } from '../counted.ts';
import { withEnvFile } from '../environment/env-file.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { Check } from './check.ts';
import { runDoctor } from './run.ts';

const help = `Usage: platform-sdk doctor [options]

Examines an environment and prints one line for each thing that was tried: what came, and what to do. It checks the form of
variables and addresses, DNS, certificates, redirects, the Api-Key, the account, tokens and keys, CORS, the clock, health, Node,
proxies, and the installed copies of the packages. The variables of .env.example name the environment. No secret is printed.

  --env-file <file>     Reads variables from a file. Those of the process win.
  --origin <origin>     Also checks whether pages of this origin may call the services, such as https://app.example.com.
  --directory <folder>  The folder of your program, for its node_modules. Default: the current one.
  --timeout <seconds>   For each request. Default: 10.
  --json                Prints the checks as JSON.

Exit codes: 0 without problems, 1 with problems, 2 for wrong arguments.`;

export const doctor = defineCommand({
  help,
  options: {
    'env-file': { type: 'string' },
    origin: { type: 'string' },
    directory: { type: 'string' },
    timeout: { type: 'string', default: '10' },
  },
  async run({ values }, terminal) {
    const seconds = Number(values.timeout);
    if (!(seconds > 0)) throw usageError('--timeout must be a number of seconds');
    const { origin } = values;
    if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).origin === origin.replace(/\/$/, '')))
      throw usageError('--origin must be an origin, such as https://app.example.com');
    const variables = await withEnvFile(terminal.env, values['env-file']);
    const checks = await runDoctor({
      variables,
      origin: origin?.replace(/\/$/, ''),
      timeoutMs: seconds * 1000,
      ...(values.directory !== undefined && { directory: values.directory }),
    });
    if (values.json) terminal.print(JSON.stringify(checks, null, 2));
    else printChecks(terminal, checks);
    return checks.some(({ state }) => state === 'problem') ? EXIT.failed : EXIT.ok;
  },
});

const FORMATS = { ok: 'green', warning: 'yellow', problem: 'red', skipped: 'dim' } as const;

const printChecks = ({ print, style }: Terminal, checks: readonly Check[]): void => {
  for (const { state, name, tried, came, advice } of checks) {
    const line = `${name}: ${tried}: ${came}.${advice === undefined ? '' : ` ${advice}`}`;
    print(`${style(FORMATS[state], state.padEnd(8))} ${printable(line).replaceAll('\n', ' ')}`);
  }
  const count = (state: Check['state']): number => checks.filter((each) => each.state === state).length;
  print(
    `\n${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}, ${count('ok')} in order, ${count('skipped')} skipped.`,
  );
};
