/** Faults after which nothing was done, and that every journey meets in the same way. They are tried every night. */
export const HARMLESS = ['refused', '401', '402', '403', '429', '429-retry-after', '503', 'html'];
