import { byPage, collection, integer, object, optional, type Paging, type Resource, type Schema } from '@platform-sdk/core/contract';
import type { WalletPage, WalletPageMeta, WalletTransferListInput } from '../types.ts';

const paging = object<WalletPageMeta>({ page: optional(integer()), per_page: optional(integer()), total_count: optional(integer()) });

export const pageFields = { page: optional(integer({ minimum: 1 })), per_page: optional(integer({ minimum: 1 })) };

/** Returns the schema of a page whose resources are in JSON:API envelopes. */
export const pageOf = <Item extends Resource>(item: Schema<Item>): Schema<WalletPage<Item>> => {
  const data = collection(item);
  return {
    ...object<WalletPage<Item>>({ data, meta: optional(paging) }),
    read: (document, status, input) => {
      const { meta } = Object(document) as WalletPage<Item>;
      const items = data.read?.(document, status, input);
      return Array.isArray(items) ? { data: items, meta } : document;
    },
    write: ({ data: items, meta }: WalletPage<Item>) => ({
      // The reference generator passes a placeholder instead of the items.
      data: Array.isArray(items) ? items.map(({ id, type = item.resource, ...attributes }) => ({ id, type, attributes })) : items,
      meta,
    }),
  };
};

/** Returns the rules for requesting all pages of a list. The default page size is 20. */
export const pages = <In extends WalletTransferListInput, Item>(): Paging<In, WalletPage<Item>, Item> =>
  byPage({ items: ({ data }) => data, total: ({ meta }) => meta?.total_count, size: ({ per_page = 20 }) => per_page });
