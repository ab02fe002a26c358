/** The operations of the contracts as plain data, which can be read and compared. */
import type { AnyOperation } from '@platform-sdk/core/contract';
import { credentialsOf } from '@platform-sdk/reference/security';
import type { ServiceReference } from '@platform-sdk/reference/service-reference';
import { fieldsOf, type Fields } from './fields.ts';

/** The facts about an operation that callers depend on, except its fields. */
export interface Facts {
  readonly request: string;
  readonly credentials: string;
  readonly retry: string;
  /** Members with one value that differ from their default, such as `cacheSeconds`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Members with several values: expected failures, paths whose cached responses become invalid, and fields that are always checked. */
  readonly lists: Readonly<Record<ListName, readonly string[]>>;
  /** The advice for each deprecated field, and for the operation under `*`. */
  readonly deprecated: Readonly<Record<string, string>>;
}

export type ListName = 'errors' | 'invalidates' | 'alwaysValidate';

/** An operation of a contract. */
export interface OperationState extends Facts {
  /** The name in a client, such as `wallets.transact`. */
  readonly name: string;
  readonly package: string;
  /** The method and the path in the OpenAPI documents. */
  readonly method: string;
  readonly path: string;
  readonly input: Fields;
  readonly output: Fields;
  /** True if a function of the contract converts between the result and the response. */
  readonly hasOwnForm: boolean;
}

const SETTINGS = ['accept', 'status', 'cacheSeconds', 'cacheBypassField', 'generates', 'refreshOn401', 'billed'] as const;

/** Functions cannot be compared, so they only count as present. */
const valueOf = (value: unknown): string => (typeof value === 'function' ? 'computed' : JSON.stringify(value));

const settingsOf = (operation: AnyOperation): Readonly<Record<string, string>> => {
  const { body, query, redirects } = operation;
  const found: readonly (readonly [string, unknown])[] = [
    ...SETTINGS.map((name) => [name, operation[name]] as const),
    ['body', body && [...body.at, ...(body.type === undefined ? [] : [`type ${body.type}`])].join('.')],
    ['query', query?.join(', ')],
    ['redirects', redirects && 'followed to storage'],
    ['encoding', operation.encode && 'a form'],
  ];
  return Object.fromEntries(found.filter(([, value]) => value !== undefined).map(([name, value]) => [name, valueOf(value)]));
};

/** Returns the deprecated names of an operation. Throws for an unknown field, because a misspelt name would never cause a warning. */
const deprecatedIn = (name: string, { deprecated = {}, input }: AnyOperation): Readonly<Record<string, string>> => {
  const unknown = Object.keys(deprecated).find((field) => field !== '*' && !Object.hasOwn(input.properties ?? {}, field));
  if (unknown !== undefined)
    throw new Error(
      `The contract of ${name} deprecates ${unknown}, which is not a field of its input. Name a field, or \`*\` for the operation.`,
    );
  return deprecated;
};

/** Returns the operations of a service, by name. */
export const operationsOf = ({ service, base, operations }: ServiceReference): readonly OperationState[] =>
  operations
    .map((each): OperationState => {
      const { name, operation } = each;
      const { method, path, retry, input, output, errors = [], invalidates = [], alwaysValidate = [] } = operation;
      return {
        name,
        package: `@platform-sdk/${service}`,
        method,
        path,
        request: `${method} ${path}${each.base === base ? '' : ` at ${each.base}`}`,
        credentials: credentialsOf(each),
        retry,
        settings: settingsOf(operation),
        lists: { errors: errors.map(String), invalidates, alwaysValidate },
        deprecated: deprecatedIn(name, operation),
        input: fieldsOf(input),
        output: fieldsOf(output),
        hasOwnForm: output.write !== undefined,
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
