import type { AnyOperation } from '@platform-sdk/core/contract';
import type { Dialect } from '../errors/refusal.ts';
import type { JsonLimits } from '../requests/json-limits.ts';
import { basePaths } from './base-urls.ts';
import { checks, type Check } from './credentials.ts';
import { createRouter, type Router } from './router.ts';
import type { LocalService, Rule } from './service.ts';

/** An operation at its path. */
export interface Route {
  /** Such as `organizations.members.list`. */
  readonly name: string;
  /** Names of the path's parameters, in order. */
  readonly parameters: readonly string[];
  readonly operation: AnyOperation;
  readonly check: Check;
  readonly rule: Rule<unknown, unknown>;
  readonly dialect?: Dialect | undefined;
  /** The rule reads the body itself. */
  readonly isUnread?: true | undefined;
  readonly limits: JsonLimits;
}

/** Nested deeper than any document of the API specification. */
const MAX_DEPTH = 100;
const MAX_VALUES = 25_000;
const MAX_BYTES = 1024 * 1024;
const MAX_BYTES_WITH_IMAGES = 32 * MAX_BYTES;

/** Limits for callers whose credentials are wrong, and for all operations without images. */
export const ORDINARY_LIMITS: JsonLimits = { maxBytes: MAX_BYTES, maxDepth: MAX_DEPTH, maxValues: MAX_VALUES };

/** Creates the routes to every operation of the services. */
export const createRoutes = (services: readonly LocalService[]): Router<Route> => {
  const router = createRouter<Route>();

  const addAll = (service: LocalService, prefix: string, contract: object, rules: object): void => {
    const { base, tails = [] } = service;
    const ruleOf = new Map<string, unknown>(Object.entries(rules));
    for (const [key, member] of Object.entries(contract) as [string, AnyOperation | object][]) {
      const name = `${prefix}.${key}`;
      if ('method' in member) {
        const route = routeTo(service, name, member, ruleOf.get(key) as Rule<unknown, unknown>);
        const path = basePaths[member.base ?? base] + member.path;
        router.add(member.method, path, route);
        if (tails.includes(name)) router.addTail(member.method, path, route);
      } else addAll(service, name, member, ruleOf.get(key) as object);
    }
  };

  for (const service of services) addAll(service, service.name, service.contract, service.rules);
  return router;
};

const routeTo = (service: LocalService, name: string, operation: AnyOperation, rule: Rule<unknown, unknown>): Route => {
  const check = service.checks?.[operation.credentials] ?? checks[operation.credentials];
  if (!check) throw new Error(`Nothing checks the ${operation.credentials} credentials of ${name}.`);
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const limits = service.largeBodies?.includes(name) ? { ...ORDINARY_LIMITS, maxBytes: MAX_BYTES_WITH_IMAGES } : ORDINARY_LIMITS;
  return { name, parameters, operation, check, rule, dialect: service.dialect, isUnread: service.isUnread, limits };
};
