import { rename } from '@platform-sdk/core/server';
import type { BaseName } from '@platform-sdk/core';
import type { NamedOperation } from '../catalogue.ts';
import { isSample, type Call, type CallChoices, type Input, type Sample } from './caller.ts';
import { compareDocuments } from './compare-documents.ts';
import { expectedResponse } from './expected.ts';
import { collect, type Found } from './inputs.ts';
import { newRecord, type OperationRecord } from './record.ts';

/** One run of the tool. */
export interface RunState {
  readonly call: Call;
  readonly operations: readonly NamedOperation[];
  readonly records: Map<string, OperationRecord>;
  readonly found: Found;
  /** Request names that the environment accepts instead of the contract's names. */
  readonly requestRenames: Map<string, Record<string, string>>;
  readonly signal: AbortSignal;
  /** The credentials that were sent. The report never contains credentials. */
  readonly secrets: Set<string>;
}

export const recordOf = ({ records, operations }: RunState, name: string): OperationRecord => {
  const known = records.get(name);
  if (known) return known;
  const named = operations.find((each) => each.name === name);
  if (!named) throw new Error(`Unknown operation ${name}`);
  const record = newRecord(named);
  records.set(name, record);
  return record;
};

/** Returns a document of the environment with the contract's names. */
export const toContractNames = ({ operation }: NamedOperation, document: unknown): unknown => {
  const { renames } = compareDocuments(expectedResponse(operation), [document]);
  return rename(document, renames, 'local');
};

/** Calls an operation, keeps the response for the comparison, and collects values for later inputs. */
export const sample = async (run: RunState, name: string, input: Input, how: CallChoices = {}): Promise<Sample | undefined> => {
  const record = recordOf(run, name);
  const renames = { ...run.requestRenames.get(name), ...how.renames };
  const result = await run.call(record.named, input, { ...how, ...(Object.keys(renames).length > 0 && { renames }) });
  if (!isSample(result)) {
    record.unreachable.push(result.field ?? result.failed);
    return undefined;
  }
  delete record.skipped;
  if (result.status >= 300) {
    record.failures.push(result);
    return result;
  }
  record.successes.push(result);
  collect(run.found, name, toContractNames(record.named, result.document));
  return result;
};

/** Returns true if a service did not respond. The run does not call such a service again, because one long wait is enough. */
export const isSilent = ({ records }: RunState, base: BaseName): boolean => {
  const own = [...records.values()].filter(({ named }) => named.base === base);
  const hasResponse = own.some(({ successes, failures, refusals }) => successes.length + failures.length + refusals.length > 0);
  return !hasResponse && own.some(({ unreachable }) => unreachable.some((kind) => kind === 'network' || kind === 'timeout'));
};
