/** The position of a page in its list. */
export interface AnalyticsPageMeta {
  /** The page, from 1. */
  page?: number;
  /** Items per page. */
  limit?: number;
  /** The number of items on all pages. */
  totalItems?: number;
  /** The number of pages. */
  totalPages?: number;
}

/** An announcement that the service will remove an operation. */
export interface Deprecation {
  message: string;
  /** The operation to use instead. */
  replacement?: string;
  /** The URL of a migration guide. */
  docsUrl?: string;
  /** The time of removal, in ISO 8601. */
  sunsetAt?: string;
}
