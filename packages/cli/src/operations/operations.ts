import type { AnyOperation, PagedOperation } from '@platform-sdk/core/contract';
import { allOperations, type NamedOperation } from '../catalogue.ts';
import comments from './comments.json' with { type: 'json' };
import { fieldsOf, kebab, type InputField } from './fields.ts';
import { containsSecret } from './secrets.ts';

/** The form of an operation's response. */
type ResponseKind =
  /** One JSON document, or an empty response. */
  | 'document'
  /** A list that is loaded page by page. */
  | 'pages'
  /** Events with the text of a reply. */
  | 'stream'
  /** A log, and then a result. */
  | 'job'
  /** A file. */
  | 'file';

/** An operation, as its contract describes it. */
export interface OperationEntry extends NamedOperation {
  /** The comment of the operation. */
  readonly about: string;
  readonly fields: readonly InputField[];
  readonly kind: ResponseKind;
  /** True if the call costs credits. */
  readonly isBilled: boolean;
  /** True if the call is never retried automatically, such as a payment, a sign-in or the creation of a key. */
  readonly isSentOnce: boolean;
  /** True if the call removes or invalidates something. */
  readonly isDestructive: boolean;
  /** True if the user must confirm the call, because it is never retried or removes something. */
  readonly needsYes: boolean;
  /** True if the response contains a new secret that no later response contains. */
  readonly showsSecretOnce: boolean;
  /** The page of the operation in the documentation of its package, such as `@platform-sdk/wallets/docs/reference/get.md`. */
  readonly page: string;
}

type Comments = Readonly<Record<string, { readonly about: string; readonly fields: Readonly<Record<string, string>> }>>;

let entries: readonly OperationEntry[] | undefined;

/** Returns every operation of all services, in the order of their contracts. */
export const operationEntries = (): readonly OperationEntry[] => (entries ??= allOperations().map(entryOf));

/** Normalizes the spelling of a name, so that `agent-passes.list` and `agentPasses.list` are equal. */
export const plainName = (name: string): string => name.replaceAll('-', '').toLowerCase();

/** Returns the operation with this name, or undefined. */
export const operationNamed = (name: string): OperationEntry | undefined =>
  operationEntries().find((each) => plainName(each.name) === plainName(name));

/** Returns the field that identifies the items of a list: `addressHash` for `wallets.list`, because the path of `wallets.get` contains it. */
export const itemKey = ({ base, operation }: OperationEntry): string | undefined => {
  const prefix = `${operation.path}/{`;
  const one = allOperations().find(
    (each) => each.base === base && each.operation.path.startsWith(prefix) && each.operation.path.indexOf('/', prefix.length) < 0,
  );
  return one?.operation.path.slice(prefix.length, -1);
};

/** Returns the input of the next page of a list. Undefined after the last page. */
export const inputAfter = ({ operation }: OperationEntry, input: object, page: unknown): object | undefined =>
  (operation as AnyOperation & PagedOperation<object, unknown, unknown>).paging.next(input, [page]);

const entryOf = (named: NamedOperation): OperationEntry => {
  const { name, operation } = named;
  const { about, fields } = (comments as Comments)[name] ?? { about: '', fields: {} };
  const kind = kindOf(operation);
  const isSentOnce = operation.retry === 'single-attempt';
  const isDestructive = operation.method === 'DELETE' || REMOVES.test(name);
  const [service = '', ...path] = name.split('.').map(kebab);
  return {
    ...named,
    about,
    fields: fieldsOf(operation.input, fields).map((field) =>
      CALL_FLAGS.includes(field.flag) || (kind === 'pages' && PAGE_FLAGS.includes(field.flag))
        ? { ...field, flag: `input.${field.flag}` }
        : field,
    ),
    kind,
    isBilled: operation.billed === true,
    isSentOnce,
    isDestructive,
    needsYes: isSentOnce || isDestructive,
    showsSecretOnce: operation.lost !== undefined && containsSecret(operation.output),
    page: `@platform-sdk/${service}/docs/reference/${path.join('-')}.md`,
  };
};

/** The flags of every call. If an input field has the same name, its flag gets the prefix `input.`. */
export const CALL_FLAGS: readonly string[] = ['json', 'show-secrets', 'dry-run', 'yes', 'env-file', 'profile', 'timeout', 'help'];
/** The additional flags for lists that are loaded page by page. */
export const PAGE_FLAGS: readonly string[] = ['all', 'limit'];

/** Matches the names of operations that remove something, although their method is not DELETE. */
const REMOVES = /\.(?:remove|clear|revoke|rotate|deny|reject|deduplicate)[^.]*$/;

const kindOf = (operation: AnyOperation): ResponseKind => {
  if ('paging' in operation) return 'pages';
  if (!('stream' in operation)) return 'document';
  if (operation.accept === 'text/event-stream') return 'stream';
  return operation.accept === 'text/plain' ? 'job' : 'file';
};
