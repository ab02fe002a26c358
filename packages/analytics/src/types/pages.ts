/** The position of a page in its list. */
export interface AnalyticsPageMeta {
  /** The page, from 1. Absent when the service does not send it. */
  page?: number;
  /** Items per page. Absent when the service does not send it. */
  limit?: number;
  /** The number of items on all pages. Absent when the service does not send it. */
  totalItems?: number;
  /** The number of pages. Absent when the service does not send it. */
  totalPages?: number;
}

/** Announces the end of an operation of the service. */
export interface Deprecation {
  message: string;
  /** The operation to use in its place. Absent without one. */
  replacement?: string;
  /** The address of a guide. Absent without one. */
  docsUrl?: string;
  /** The time at which the operation ends, in ISO 8601. Absent when no date is set. */
  sunsetAt?: string;
}
