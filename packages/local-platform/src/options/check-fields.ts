import type { SchemaData } from '@platform-sdk/core/contract';
import { checkFields as checkInputFields } from '@platform-sdk/core/internal';

/** Throws for unknown fields, also in lists and nested objects. Unknown fields would have no effect. */
export const checkFields = (place: string, schema: SchemaData, given: object): void =>
  // With `encode`, values are allowed that JSON cannot express, such as functions. With these `options`, no field is the option of a call.
  checkInputFields(place, { input: schema, encode: true, options: { type: 'object' } }, given);
