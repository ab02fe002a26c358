import { rename } from '@platform-sdk/core/server';
import type { BaseName } from '@platform-sdk/core';
import type { NamedOperation } from '../catalogue.ts';
import { isSample, type Call, type CallChoices, type Input, type NoResponse, type Sample } from './caller.ts';
import { compareDocuments } from './compare-documents.ts';
import { expectedResponse } from './expected.ts';
import { collect, type Found } from './inputs.ts';
import type { OperationRecord } from './record.ts';

/** The state of one run of `drift`. */
export interface RunState {
  readonly call: Call;
  readonly operations: readonly NamedOperation[];
  /** One record for each operation, by its name. */
  readonly records: ReadonlyMap<string, OperationRecord>;
  readonly found: Found;
  /** Request names that the environment accepts instead of the contract's names. */
  readonly requestRenames: Map<string, Record<string, string>>;
  readonly signal: AbortSignal;
  /** The credentials that were sent or received. The report never contains them. */
  readonly secrets: Set<string>;
}

export const recordOf = ({ records }: RunState, name: string): OperationRecord => {
  const record = records.get(name);
  if (!record) throw new Error(`Unknown operation ${name}`);
  return record;
};

/** Renames the fields of a document from the environment's names to the contract's names. */
export const toContractNames = ({ operation }: NamedOperation, document: unknown): unknown => {
  const { renames } = compareDocuments(expectedResponse(operation), [document]);
  return rename(document, renames, 'local');
};

/** Calls an operation and stores the response for the comparison. Returns the response with any status, or undefined without a response. */
export const sample = async (run: RunState, name: string, input: Input, how: CallChoices = {}): Promise<Sample | undefined> => {
  const record = recordOf(run, name);
  const renames = { ...run.requestRenames.get(name), ...how.renames };
  const result = await run.call(record.named, input, { ...how, ...(Object.keys(renames).length > 0 && { renames }) });
  keep(run, name, result);
  return isSample(result) ? result : undefined;
};

/** A successful response. */
export interface Success {
  readonly status: number;
  /** The body of the response, whose fields have the names of the contract. */
  readonly document: unknown;
}

/** Stores a response for the comparison. Returns a successful response, and collects its values for later inputs. */
export const keep = (run: RunState, name: string, result: Sample | NoResponse): Success | undefined => {
  const record = recordOf(run, name);
  if (!isSample(result)) record.unreachable.push(result.field ?? result.failed);
  else if (result.status >= 300) record.failures.push(result);
  if (!isSample(result) || result.status >= 300) return undefined;
  record.successes.push(result);
  const document = toContractNames(record.named, result.document);
  collect(run.found, name, document);
  return { status: result.status, document };
};

/** Returns whether a service never responded. The run skips its other operations, because each call could wait until its time limit. */
export const isSilent = ({ records }: RunState, base: BaseName): boolean => {
  const own = [...records.values()].filter(({ named }) => named.base === base);
  const hasResponse = own.some(({ successes, failures, refusals }) => successes.length + failures.length + refusals.length > 0);
  return !hasResponse && own.some(({ unreachable }) => unreachable.some((kind) => kind === 'network' || kind === 'timeout'));
};
