import { expect, it } from 'vitest';
import { serviceMethods } from '../helpers/service-methods.ts';

/** A part of a schema. */
interface Part {
  readonly enum?: readonly unknown[];
  readonly allowsOthers?: boolean;
}

/** Returns every closed enumeration of at least two values in a schema, with the path of its field. */
const enumerationsIn = (part: unknown, field: string): [field: string, values: readonly unknown[]][] => {
  if (typeof part !== 'object' || part === null) return [];
  const { enum: values = [], allowsOthers } = part as Part;
  const own: ReturnType<typeof enumerationsIn> = values.length > 1 && !allowsOthers ? [[field, values]] : [];
  const names = Object.entries(part).filter(([name]) => name !== 'enum');
  return [...own, ...names.flatMap(([name, inner]) => enumerationsIn(inner, `${field}.${name}`))];
};

const services = [...new Set(serviceMethods.map(({ service }) => service))];

it.each(services)('%s exports the values of every closed enumeration of its inputs as a list', async (service) => {
  const exported = (await import(`@platform-sdk/${service}`)) as Readonly<Record<string, unknown>>;
  const lists = Object.entries(exported).filter(([, value]) => Array.isArray(value));
  expect(lists.filter(([name]) => !/^[A-Z]+(?:_[A-Z]+)*S$/.test(name))).toEqual([]);
  const known = lists.map(([, values]) => JSON.stringify(values));
  const methods = serviceMethods.filter((method) => method.service === service);
  const missing = methods.flatMap(({ name, operation }) =>
    enumerationsIn(operation.input, name).filter(([, values]) => !known.includes(JSON.stringify(values))),
  );
  expect(missing).toEqual([]);
});
