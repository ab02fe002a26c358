type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** Returns the names of the parameters of an operation in an OpenAPI document, and the dotted paths of its request and response fields. */
export const wireNamesOf = (api: object, operationId: string): Set<string> => {
  const { paths, components } = api as { paths: Record<string, Members>; components: { schemas: Members } };
  const operation = membersOf(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .find((found) => operationIdsOf(found).includes(operationId)),
  );
  const names = new Set<string>();

  const collect = (schema: Members, path: string): void => {
    const reference = schema['$ref'];
    if (typeof reference === 'string') return collect(membersOf(components.schemas[reference.replace('#/components/schemas/', '')]), path);
    for (const [name, property] of Object.entries(membersOf(schema['properties']))) {
      const inner = path === '' ? name : `${path}.${name}`;
      names.add(inner);
      collect(membersOf(property), inner);
    }
    if (schema['items']) collect(membersOf(schema['items']), path);
    for (const part of (schema['anyOf'] as Members[] | undefined) ?? []) collect(part, path);
  };

  for (const { name } of (operation['parameters'] as { name: string }[] | undefined) ?? []) names.add(name);
  for (const carrier of [operation['requestBody'], ...Object.values(membersOf(operation['responses']))]) {
    for (const { schema } of Object.values(membersOf(membersOf(carrier)['content'])) as { schema: Members }[]) collect(schema, '');
  }
  return names;
};

const operationIdsOf = (operation: unknown): unknown[] => {
  const { operationId, 'x-operations': merged } = membersOf(operation);
  return Array.isArray(merged) ? merged : [operationId];
};
