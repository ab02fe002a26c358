import { open, readFile, writeFile } from 'node:fs/promises';
import { defineCommand, EXIT, usageError } from '../command.ts';
import { counted } from '../counted.ts';
import { withEnvFile } from '../environment/env-file.ts';
import { readAccount, readEmailPattern, readPlatformOptions } from '../environment/variables.ts';
import type { Terminal } from '../terminal.ts';
import { compareReports } from './compare-reports.ts';
import { printReport } from './print-report.ts';
import type { DriftReport } from './report.ts';
import { runDrift } from './run.ts';

const help = `Usage: platform-sdk drift [options]
       platform-sdk drift --compare <before.json> <after.json>

Calls the reading operations of an environment and compares its responses with the contracts of the clients:
fields, types, enumerations, statuses, error forms, headers, and every name that the API specification does not show.
The variables of .env.example name the environment. Values of responses are never kept or printed.

  --env-file <file>     Reads variables from a file. Those of the process win.
  --allow-writes        Also creates a project and a session of the memory service, writes in them, and removes them.
                        Uploads one small text file. Sends payments of wallets that do not exist, to see how they fail.
  --allow-billed        Also makes small calls that models and providers bill, plain and streamed, and converts PLATFORM_SITE.
                        With --allow-writes, chats in the session of the run, and removes its memories.
  --allow-accounts      Also registers an account and a user of the memory service, and creates an organization: no operation removes
                        them. Calls with them what would change yours: invitations, members, passwords, settings, tokens. You enter
                        the code and the token that PLATFORM_EMAIL receives, such as ada+{name}@example.org.
  --wire-names <file>   Writes the names of the environment, for the wireNames option of createPlatform.
  --output <file>       Writes the report as JSON, for --compare and for platform-sdk local --like.
  --compare             Compares two reports: two environments, or two days.
  --strict              Also fails for notes, such as additional fields.
  --all                 Prints every operation and every undocumented name.
  --json                Prints the report as JSON.

Exit codes: 0 without differences, 1 with differences or if nothing could be compared, 2 for wrong arguments.`;

export const drift = defineCommand({
  help,
  options: {
    'env-file': { type: 'string' },
    'allow-writes': { type: 'boolean', default: false },
    'allow-billed': { type: 'boolean', default: false },
    'allow-accounts': { type: 'boolean', default: false },
    'wire-names': { type: 'string' },
    output: { type: 'string' },
    compare: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
  maxPositionals: 2,
  async run({ values, positionals }, terminal) {
    if (values.compare) return compare(positionals, values.json, terminal);
    if (positionals[0] !== undefined) throw usageError(`Unexpected argument '${positionals[0]}'`);
    const variables = await withEnvFile(terminal.env, values['env-file']);
    const options = readPlatformOptions(variables);
    if (Object.keys(options.baseUrls ?? {}).length === 0)
      throw usageError('No environment is named: set PLATFORM_API_KEY and the PLATFORM_..._URL variables, or give --env-file');
    const email = readEmailPattern(variables);
    if (values['allow-accounts'] && email === undefined)
      throw usageError('--allow-accounts needs PLATFORM_EMAIL with {name}, such as ada+{name}@example.org');
    for (const name of ['wire-names', 'output'] as const) await checkWritable(name, values[name]);
    const onProgress = values.json ? undefined : (text: string): void => terminal.printError(terminal.style('dim', `${text} ...`));
    const report = await runDrift({
      options,
      account: readAccount(variables),
      allowWrites: values['allow-writes'],
      allowBilled: values['allow-billed'],
      ...(values['allow-accounts'] && email !== undefined && { accounts: { email, ask: terminal.ask } }),
      site: variables['PLATFORM_SITE']?.trim(),
      signal: terminal.signal,
      ...(onProgress && { onProgress }),
    });
    await writeJson(values['wire-names'], report.wireNames);
    await writeJson(values.output, report);
    if (values.json) terminal.print(JSON.stringify(report, null, 2));
    else {
      printReport(terminal, report, values.all);
      if (values['allow-accounts'])
        terminal.print('An account, an organization and a memory user named "SDK drift" stay: no operation removes them.');
    }
    const { differences, notes, compared, leftBehind } = report.summary;
    return terminal.signal.aborted || compared === 0 || differences > 0 || leftBehind > 0 || (values.strict && notes > 0)
      ? EXIT.failed
      : EXIT.ok;
  },
});

/** Throws if a file cannot be written, so that a long run does not lose its report at the end. */
const checkWritable = async (option: string, file: string | undefined): Promise<void> => {
  if (file === undefined) return;
  try {
    await (await open(file, 'a')).close();
  } catch (error) {
    throw usageError(`--${option}: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}): name a file in a folder of yours`);
  }
};

const writeJson = async (file: string | undefined, value: unknown): Promise<void> => {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
};

const compare = async ([before, after]: readonly string[], json: boolean, { print }: Terminal): Promise<number> => {
  if (before === undefined || after === undefined) throw usageError('--compare needs two reports');
  const changes = compareReports(await readReport(before), await readReport(after));
  if (json) print(JSON.stringify(changes, null, 2));
  else {
    for (const change of changes) print(`${change.operation}: ${change.where}: ${change.before || 'none'} -> ${change.after || 'none'}`);
    print(`${counted(changes.length, 'change')}.`);
  }
  return changes.length > 0 ? EXIT.failed : EXIT.ok;
};

const readReport = async (file: string): Promise<DriftReport> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that --output has written`);
  });
  try {
    const report = JSON.parse(text) as Partial<DriftReport>;
    if (report.version === 1 && report.operations) return report as DriftReport;
  } catch {
    // The parser's own error is dropped, because it would reveal a part of the file.
  }
  throw usageError(`${file} is no report of platform-sdk drift: name a file that --output has written`);
};
