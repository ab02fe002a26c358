import { checkNoPromise, inputError } from '@platform-sdk/core/internal';
import { unknownName } from '@platform-sdk/core/server';

type Item<Value> = Value extends readonly (infer Each)[] ? Each : Value;

/** Maps every field of an interface to true, or to the fields of its value. A missing or extra field does not compile. */
export type FieldsOf<Value> = { readonly [Name in keyof Value]-?: true | FieldsOf<Extract<Item<Value[Name]>, object>> };

/** An interface whose fields other packages define. */
interface AnyFields {
  readonly [name: string]: true | AnyFields;
}

/** Throws for unknown fields, also in lists and nested objects. Unknown fields would have no effect. */
export const checkFields = <Value extends object>(place: string, given: Value, fields: FieldsOf<Value>): void =>
  checkIn(place, given, fields, '');

const checkIn = (place: string, given: unknown, fields: AnyFields, path: string): void => {
  if (Array.isArray(given)) {
    for (const [index, item] of given.entries()) checkIn(place, item, fields, `${path}${index}.`);
    return;
  }
  if (typeof given !== 'object' || given === null) return;
  checkNoPromise(`${place}: ${path.slice(0, -1) || 'the options'}`, given);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(given))) {
    const value: unknown = property.value;
    if (value === undefined && !('get' in property)) continue;
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const field = path + name;
    if (known === undefined) throw inputError(`${place}: ${field} ${unknownName(name, Object.keys(fields), 'fields')}`, field);
    if (known !== true) checkIn(place, value, known, `${field}.`);
  }
};
