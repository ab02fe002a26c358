import type { AnyOperation, SchemaData } from '@platform-sdk/core/contract';
import { checkFields as checkInputFields } from '@platform-sdk/core/internal';

/** Throws for unknown fields, also in lists and nested objects. Unknown fields would have no effect. */
export const checkFields = (place: string, schema: SchemaData, given: object): void => {
  // Values that JSON cannot express are allowed, such as functions, and no field is the option of a call.
  const operation: Pick<AnyOperation, 'input' | 'encode' | 'options'> = { input: schema, encode: () => undefined, options: { type: 'object' } };
  checkInputFields(place, operation as AnyOperation, given);
};
