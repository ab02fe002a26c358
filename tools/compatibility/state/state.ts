/** The public API of all packages in a copy of the repository. */
import { openApi } from '@platform-sdk/reference/openapi';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { readEntries, type EntryState } from './declarations.ts';
import { operationsOf, type OperationState } from './operations.ts';

/** An OpenAPI document of a service. */
export interface ServiceDocument {
  readonly package: string;
  readonly document: object;
}

/** The public API of a commit. */
export interface State {
  readonly operations: readonly OperationState[];
  readonly documents: readonly ServiceDocument[];
  readonly entries: readonly EntryState[];
  /** The names of types that operations return. Callers only read values of these types. */
  readonly returned: ReadonlySet<string>;
}

/** Reads the contracts from source and the types from `dist`, which must be built. Both commits are read by the tools of this commit. */
export const readState = async (folder: string): Promise<State> => {
  const services = await serviceReferences(folder);
  const documents = services.map(async (each): Promise<ServiceDocument> => {
    const document = await openApi(each);
    return { package: `@platform-sdk/${each.service}`, document };
  });
  return {
    operations: services.flatMap(operationsOf),
    documents: await Promise.all(documents),
    entries: await readEntries(folder),
    returned: new Set(services.flatMap(({ operations }) => operations.flatMap(({ output }) => namesIn(output)))),
  };
};

interface Named {
  readonly name?: string;
  readonly fields: Readonly<Record<string, Named>>;
}

const namesIn = ({ name, fields }: Named): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...Object.values(fields).flatMap(namesIn),
];
