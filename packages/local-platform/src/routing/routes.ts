import type { AnyOperation } from '@platform-sdk/core/contract';
import type { Dialect } from '../errors/refusal.ts';
import type { JsonLimits } from '../requests/json-limits.ts';
import { basePaths } from './base-urls.ts';
import { checks, type Check } from './credentials.ts';
import { baseOf, operationsOf, type ServiceOperation } from './operations.ts';
import { createRouter, type Router } from './router.ts';
import type { LocalService, Rule } from './service.ts';

export interface Route {
  /** The full name, such as `organizations.members.list`. */
  readonly name: string;
  /** The names of the path parameters, in order. */
  readonly parameters: readonly string[];
  readonly operation: AnyOperation;
  readonly check: Check;
  readonly rule: Rule<unknown, unknown>;
  readonly dialect?: Dialect | undefined;
  /** True if the rule reads the body itself. */
  readonly isUnread?: true | undefined;
  readonly limits: JsonLimits;
}

/** The maximum depth of JSON. Every documented body is less deep. */
const MAX_DEPTH = 100;
const MAX_VALUES = 25_000;
const MAX_BYTES = 1024 * 1024;
const MAX_BYTES_WITH_IMAGES = 32 * MAX_BYTES;

/** The limits for callers without valid credentials, and for all operations that accept no images. */
export const ORDINARY_LIMITS: JsonLimits = { maxBytes: MAX_BYTES, maxDepth: MAX_DEPTH, maxValues: MAX_VALUES };

export const createRoutes = (services: readonly LocalService[]): Router<Route> => {
  const router = createRouter<Route>();
  for (const each of operationsOf(services)) {
    const { service, name, operation } = each;
    const route = routeTo(each);
    const path = basePaths[baseOf(each)] + operation.path;
    router.add(operation.method, path, route);
    if (service.tails?.includes(name)) router.addTail(operation.method, path, route);
  }
  return router;
};

const routeTo = ({ service, name, operation, rule }: ServiceOperation): Route => {
  const check = service.checks?.[operation.credentials] ?? checks[operation.credentials];
  if (!check) throw new Error(`The service has no check for the ${operation.credentials} credentials of ${name}.`);
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const limits = service.largeBodies?.includes(name) ? { ...ORDINARY_LIMITS, maxBytes: MAX_BYTES_WITH_IMAGES } : ORDINARY_LIMITS;
  return { name, parameters, operation, check, rule, dialect: service.dialect, isUnread: service.isUnread, limits };
};
