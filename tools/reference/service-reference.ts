import type { BaseName } from '@platform-sdk/core';
import { commentedOperations, type CommentedOperation } from './comments.ts';
import { servicePackages, type ServicePackage } from './services.ts';

/** An operation in the reference. */
export interface ReferenceOperation extends CommentedOperation {
  /** The name of the method for callers, such as `organizations.members.list`. */
  readonly name: string;
  /** The operation's module in the contract, or the service if it belongs to no module. */
  readonly group: string;
  readonly base: BaseName;
}

/** A service with its operations in reading order. */
export interface ServiceReference extends ServicePackage {
  readonly title: string;
  readonly operations: readonly ReferenceOperation[];
}

/** Returns the reference of all services of a copy of the repository. Default: this repository. */
export const serviceReferences = async (folder?: string): Promise<ServiceReference[]> =>
  (await servicePackages(folder)).map((found) => ({
    ...found,
    title: found.service.charAt(0).toUpperCase() + found.service.slice(1).replaceAll('-', ' '),
    operations: commentedOperations(found.contractFile, found.contract, folder).map((each) => ({
      ...each,
      name: [found.prefix, ...each.path].join('.'),
      group: each.path.slice(0, -1).join('.') || found.prefix,
      base: each.operation.base ?? found.base,
    })),
  }));
