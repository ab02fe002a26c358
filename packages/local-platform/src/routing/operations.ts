import type { BaseName } from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { inputError } from '@platform-sdk/core/internal';
import { unknownName } from '@platform-sdk/core/server';
import type { LocalService, Rule } from './service.ts';

/** An operation with the rule that implements it. */
export interface ServiceOperation {
  readonly service: LocalService;
  /** The full name, such as `organizations.members.list`. */
  readonly name: string;
  readonly operation: AnyOperation;
  readonly rule: Rule<unknown, unknown>;
}

/** Returns the name of the base URL of an operation. */
export const baseOf = ({ service, operation }: Pick<ServiceOperation, 'service' | 'operation'>): BaseName => operation.base ?? service.base;

/** Lists the operations of services, in the order of their contracts. */
export const operationsOf = (services: readonly LocalService[]): ServiceOperation[] =>
  services.flatMap((service) => operationsIn(service, service.name, service.contract, service.rules));

const operationsIn = (service: LocalService, prefix: string, contract: object, rules: object): ServiceOperation[] => {
  const ruleOf = new Map<string, unknown>(Object.entries(rules));
  return Object.entries(contract).flatMap(([key, member]: [string, AnyOperation | object]) => {
    const name = `${prefix}.${key}`;
    const rule = ruleOf.get(key);
    if ('method' in member) return { service, name, operation: member, rule: rule as Rule<unknown, unknown> };
    return operationsIn(service, name, member, rule as object);
  });
};

export const checkOperationName = (place: string, field: string, name: string, services: readonly LocalService[]): void => {
  const names = operationsOf(services).map((each) => each.name);
  if (names.includes(name)) return;
  const [service = ''] = name.split('.', 1);
  const ofService = names.filter((each) => each.startsWith(`${service}.`));
  throw inputError(`${place}: the operation ${name} ${unknownName(name, ofService.length > 0 ? ofService : names, 'operations')}`, field);
};
