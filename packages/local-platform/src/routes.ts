import type { BaseName } from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { basePaths } from './base-urls.ts';
import { checks, type Check } from './credentials.ts';
import { documentedOperations } from './documented-operations.ts';
import { createRouter, type Router } from './router.ts';
import type { LocalService, Rule } from './service.ts';

/** What the engine knows of an operation that a service has. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly check: Check;
  readonly rule: Rule<unknown, unknown>;
}

export interface Route {
  /** Such as `organizations.members.list`; for an operation that no service has yet, its documented method and path. */
  readonly name: string;
  /** Names of the path's parameters, in order. */
  readonly parameters: readonly string[];
  readonly implementation?: Implementation;
}

/** Documented services that are served at another's address. */
const BASES: Readonly<Record<string, BaseName>> = { projects: 'organizations', settings: 'organizations', 'agent-passes': 'organizations' };

/** Every operation of the services, and every documented one that they lack. */
export const createRoutes = (services: readonly LocalService[]): Router<Route> => {
  const router = createRouter<Route>();

  const addAll = (base: BaseName, prefix: string, contract: object, rules: object): void => {
    const ruleOf = new Map<string, unknown>(Object.entries(rules));
    for (const [key, member] of Object.entries(contract) as [string, AnyOperation | object][]) {
      const name = `${prefix}.${key}`;
      if ('method' in member) {
        router.add(
          member.method,
          basePaths[member.base ?? base] + member.path,
          routeTo(name, member, ruleOf.get(key) as Rule<unknown, unknown>),
        );
      } else addAll(base, name, member, ruleOf.get(key) as object);
    }
  };

  for (const { name, base, contract, rules } of services) addAll(base, name, contract, rules);
  for (const [name, lines] of Object.entries(documentedOperations)) {
    for (const line of lines) {
      const [method = '', path = ''] = line.split(' ');
      const base = path.startsWith('/oauth/agent/') ? 'auth' : (BASES[name] ?? (name as BaseName));
      if (!router.find(method, basePaths[base] + path))
        router.add(method, basePaths[base] + path, { name: `${name} ${line}`, parameters: [] });
    }
  }
  return router;
};

const routeTo = (name: string, operation: AnyOperation, rule: Rule<unknown, unknown>): Route => {
  const check = checks[operation.credentials];
  if (!check) throw new Error(`Nothing checks the ${operation.credentials} credentials of ${name}.`);
  const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  return { name, parameters, implementation: { operation, check, rule } };
};
