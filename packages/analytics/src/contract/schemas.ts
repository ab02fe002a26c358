import {
  unknown,
  boolean,
  array,
  nullable,
  number,
  object,
  optional,
  string,
  text,
  timestamp as moment,
  type Confidence,
  type Fields,
  type Schema,
  type SchemaData,
} from '@platform-sdk/core/contract';
import type { Deprecation, AnalyticsPageMeta, TraceFields } from '../types.ts';

export const note = optional(nullable(string));
export const amount = optional(nullable(number()));
export const word = optional(string);

export const count = optional(number());

export const timestamp = optional(moment);

/** The schema of tags, which are sent as one string, separated by commas. */
export const tags = optional(array(text({ pattern: /^[^,]+$/, message: 'must be a tag without a comma' })));

export const deprecation = optional(object<Deprecation>({ message: string, replacement: word, docsUrl: word, sunsetAt: word }));

interface Page<Item> {
  data: Item[];
  meta?: AnalyticsPageMeta;
  _deprecation?: Deprecation;
}

/** Returns the schema of a page of a list. Also accepts a response that is a plain array. */
export const pageOf = <Item>(item: Schema<Item>): Schema<Page<Item>> => ({
  ...object<Page<Item>>({
    data: array(item),
    meta: optional(object<AnalyticsPageMeta>({ page: count, limit: count, totalItems: count, totalPages: count })),
    _deprecation: deprecation,
  }),
  read: (document) => (Array.isArray(document) ? { data: document } : document),
});

export const traceFields: Fields<TraceFields> = {
  id: string,
  timestamp: optional(string),
  name: note,
  input: unknown,
  output: unknown,
  sessionId: note,
  release: note,
  version: note,
  userId: note,
  metadata: unknown,
  tags: optional(array(string)),
  public: optional(boolean),
  environment: optional(string),
  htmlPath: optional(string),
  latency: amount,
  totalCost: amount,
};

/** Returns the confidence `published` for all fields of a schema, including nested fields, because Langfuse publishes their names. */
export const publishedNames = (schema: SchemaData, place = ''): Record<string, Confidence> => {
  if (schema.items) return publishedNames(schema.items, place);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      [place + name, 'published'],
      ...Object.entries(publishedNames(field, `${place}${name}.`)),
    ]),
  ) as Record<string, Confidence>;
};
