import type { BaseName } from '@platform-sdk/core';
import { amount, callable, object, optional, record, string } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import { BASES, urlVariable, type Variables } from '../environment/variables.ts';
import { checkAddressForm } from './address-form.ts';
import { skipped, type Check } from './check.ts';
import { checkCors } from './cors.ts';
import { checkCredentials } from './credentials.ts';
import { checkHealth } from './health.ts';
import { checkMachine } from './machine.ts';
import { checkPackages } from './packages.ts';
import { checkClock, knock } from './services.ts';
import { checkVariables } from './variables.ts';

/** The options of `runDoctor`. */
export interface DoctorOptions {
  readonly variables: Variables;
  /** The origin of your pages. Default: CORS is not checked. */
  readonly origin?: string | undefined;
  /** The folder of a program. Default: the current folder. */
  readonly directory?: string;
  /** The time limit of each request, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** The version of Node. Default: the running version. */
  readonly nodeVersion?: string;
  /** Returns the time, in milliseconds. Default: the system's clock. */
  readonly now?: () => number;
}

const doctorOptions = object<DoctorOptions>({
  variables: record(optional(string)),
  origin: optional(string),
  directory: optional(string),
  timeoutMs: optional(amount),
  nodeVersion: optional(string),
  now: optional(callable()),
});

/** Examines an environment, and returns the result of each check. */
export const runDoctor = async (options: DoctorOptions): Promise<Check[]> => {
  checkOptions('runDoctor', doctorOptions, options);
  const { variables, origin, directory = process.cwd(), timeoutMs = 10_000, nodeVersion = process.versions.node, now = Date.now } = options;
  const urls: Partial<Record<BaseName, string>> = {};
  const checks = [...(await checkMachine(nodeVersion, variables)), ...(await checkPackages(directory)), ...checkVariables(variables)];
  const clocks: Check[] = [];
  const services = await Promise.all(
    BASES.map(async (base): Promise<Check[]> => {
      const address = variables[urlVariable(base)]?.trim() ?? '';
      if (address === '') return [];
      const url = checkAddressForm(base, address);
      if (typeof url !== 'string') return [url];
      const { check: knocked, response } = await knock(base, url, timeoutMs);
      if (response) {
        urls[base] = url;
        clocks.push(...checkClock(base, response, now));
      }
      return [knocked, ...(origin !== undefined && response ? [await checkCors(base, url, origin, timeoutMs)] : [])];
    }),
  );
  // Only one clock is reported: the first that differs, or else the first.
  const clock = clocks.find(({ state }) => state !== 'ok') ?? clocks[0];
  if (origin === undefined)
    services.push([skipped('CORS', 'a preflight', 'no origin was given', 'Name the origin of your pages with --origin.')]);
  checks.push(...services.flat(), ...(clock ? [clock] : []));
  checks.push(...(await checkHealth(urls, timeoutMs)), ...(await checkCredentials({ variables, urls, timeoutMs, now })));
  return checks;
};
