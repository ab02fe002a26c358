import { inputError } from '../diagnostics/errors.ts';
import { nearest } from '../schema/nearest.ts';
import { rename } from '../schema/wire-names.ts';
import type { Context } from './context.ts';

/** Prepares the wire names of a platform for its calls. Throws for those of an unknown operation. */
export const prepareNaming = (context: Context): void => {
  if (!context.options.wireNames) return;
  checkWireNames(context);
  context.naming.of ??= (operation) => {
    const renames = context.options.wireNames?.[operation];
    return (
      renames && {
        queryNames: renames,
        toWire: (document) => rename(document, renames, 'wire'),
        toLocal: (document) => rename(document, renames, 'local'),
      }
    );
  };
};

/**
 * Throws for wire names of an unknown operation. Only operations of created clients are known. A name of another service is rejected only
 * if it resembles a known name.
 */
const checkWireNames = ({ options: { wireNames }, operations }: Context): void => {
  if (!wireNames || operations.checked === operations.names.size) return;
  const { names } = operations;
  const services = new Set([...names].map(serviceOf));
  for (const name of Object.keys(wireNames)) {
    if (names.has(name)) continue;
    const isOurs = services.has(serviceOf(name));
    const similar = nearest(name, names, isOurs ? undefined : MAX_EDITS);
    if (!isOurs && similar === undefined) continue;
    const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
    throw inputError(`wireNames.${name} is no operation of the clients of this platform${hint}`, `wireNames.${name}`);
  }
  operations.checked = names.size;
};

/** The most edits of a misspelt service. No two services are that similar. */
const MAX_EDITS = 2;

const serviceOf = (operation: string): string => operation.split('.', 1).join();
