import type { BaseName } from '@platform-sdk/core';
import { allOperations } from '../catalogue.ts';
import { ok, problem, type Check } from './check.ts';
import { isFailure, meaningOf, probe } from './http-probe.ts';

/** Calls the health operations of the services. */
export const checkHealth = async (urls: Partial<Readonly<Record<BaseName, string>>>, timeoutMs: number): Promise<Check[]> => {
  const health = allOperations().filter(
    ({ operation }) => operation.method === 'GET' && /\/(?:health|ready)(?:\/\w+)?$/.test(operation.path),
  );
  const checks = await Promise.all(
    health.map(async ({ name, base, operation: { path } }): Promise<Check[]> => {
      const url = urls[base];
      if (url === undefined) return [];
      const result = await probe(url + path, {}, timeoutMs);
      const tried = `GET ${base} ${path}`;
      if (isFailure(result)) return [problem(name, tried, ...meaningOf(result.code))];
      const { status, text } = result;
      const state = stateIn(text);
      if (status === 200 && state === undefined) return [ok(name, tried, '200')];
      const came = status === 200 ? `200, ${state}` : `${status}${status === 503 ? ', not ready' : ''}`;
      return [problem(name, tried, came, 'Wait, and ask those who run the service.')];
    }),
  );
  return checks.flat();
};

/** Returns the bad state that a service reports, if the state is documented. Other text from a service is not shown. */
const stateIn = (text: string): string | undefined => {
  if (/"ready"\s*:\s*false/.test(text)) return 'not ready';
  return /^\s*\{\s*"status"\s*:\s*"(degraded|unhealthy)"/.exec(text)?.[1];
};
