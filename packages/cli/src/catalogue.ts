import * as agentPasses from '@platform-sdk/agent-passes/contract';
import * as analytics from '@platform-sdk/analytics/contract';
import * as auth from '@platform-sdk/auth/contract';
import * as converter from '@platform-sdk/converter/contract';
import type { BaseName } from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import * as gateway from '@platform-sdk/gateway/contract';
import * as memory from '@platform-sdk/memory/contract';
import * as organizations from '@platform-sdk/organizations/contract';
import * as projects from '@platform-sdk/projects/contract';
import * as search from '@platform-sdk/search/contract';
import * as settings from '@platform-sdk/settings/contract';
import * as upload from '@platform-sdk/upload/contract';
import * as wallets from '@platform-sdk/wallets/contract';

/** An operation of a client, with its name. */
export interface NamedOperation {
  /** The name, such as `organizations.members.list`. */
  readonly name: string;
  /** The first part of the name. */
  readonly service: string;
  readonly base: BaseName;
  readonly operation: AnyOperation;
}

interface Service {
  readonly name: string;
  readonly base: BaseName;
  readonly contract: object;
}

const services: readonly Service[] = [
  { name: 'auth', base: 'auth', contract: auth },
  { name: 'organizations', base: 'organizations', contract: organizations },
  { name: 'projects', base: 'organizations', contract: projects },
  { name: 'settings', base: 'organizations', contract: settings },
  { name: 'agentPasses', base: 'organizations', contract: agentPasses },
  { name: 'wallets', base: 'wallets', contract: wallets },
  { name: 'analytics', base: 'analytics', contract: analytics },
  { name: 'memory', base: 'memory', contract: memory },
  { name: 'gateway', base: 'gateway', contract: gateway },
  { name: 'upload', base: 'upload', contract: upload },
  { name: 'search', base: 'search', contract: search },
  { name: 'converter', base: 'converter', contract: converter },
];

/** Returns every operation of all services, in the order of their contracts. */
export const allOperations = (): readonly NamedOperation[] =>
  services.flatMap((service) => operationsIn(service, service.name, service.contract));

const operationsIn = (service: Service, prefix: string, contract: object): NamedOperation[] =>
  Object.entries(contract).flatMap(([key, member]: [string, AnyOperation | object]) => {
    const name = `${prefix}.${key}`;
    if (!('method' in member)) return operationsIn(service, name, member);
    return [{ name, service: service.name, base: member.base ?? service.base, operation: member }];
  });
