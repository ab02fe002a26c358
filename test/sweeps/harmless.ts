/** Faults that prevent the operation, and that every journey handles in the same way. Only the long run tries them. */
export const HARMLESS = ['refused', '401', '402', '403', '429', '429-retry-after', '503', 'html'];
