/** Where a page stands in its list. */
export interface PageMeta {
  /** From 1. */
  page?: number;
  limit?: number;
  /** In all pages. */
  totalItems?: number;
  totalPages?: number;
}

/** Announces the end of an operation of the service. */
export interface Deprecation {
  message: string;
  /** The operation to use in its place. Default: none. */
  replacement?: string;
  /** The address of a guide. Default: none. */
  docsUrl?: string;
  /** ISO 8601. Default: no date is set. */
  sunsetAt?: string;
}
