import { inputError } from '../diagnostics/errors.ts';
import { nearest } from '../schema/nearest.ts';
import type { Renames } from '../schema/wire-names.ts';

type WireNames = Readonly<Record<string, Renames>>;

/** Returns a function that looks up the wire names of an operation. The function throws if `wireNames` contains an unknown operation. */
export const createNaming = (wireNames: WireNames, operations: ReadonlySet<string>): ((operation: string) => Renames | undefined) => {
  let checked = 0;
  return (operation) => {
    if (checked < operations.size) checkWireNames(wireNames, operations);
    checked = operations.size;
    return wireNames[operation];
  };
};

/**
 * Throws for wire names of an unknown operation. Only operations of created clients are known. Names of other services are rejected only
 * if they resemble a known name.
 */
const checkWireNames = (wireNames: WireNames, operations: ReadonlySet<string>): void => {
  const services = new Set([...operations].map(serviceOf));
  for (const name of Object.keys(wireNames)) {
    if (operations.has(name)) continue;
    const isOurs = services.has(serviceOf(name));
    const similar = nearest(name, operations, isOurs ? undefined : MAX_EDITS);
    if (!isOurs && similar === undefined) continue;
    const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
    throw inputError(`wireNames.${name} is no operation of the clients of this platform${hint}`, `wireNames.${name}`);
  }
};

/** The maximum number of edits in an operation's name whose service is misspelt. Two service names always differ by more edits. */
const MAX_EDITS = 2;

const serviceOf = (operation: string): string => operation.split('.', 1).join();
