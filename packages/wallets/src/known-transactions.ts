/** How many ids of transactions are kept. The oldest are forgotten first. */
const MAX_KNOWN = 5000;

/** The ids of transactions that are known to belong to no lost payment, or to have been there before one. */
export interface KnownTransactions {
  /** Notes that a list contains the transaction. */
  see(id: string | undefined): void;
  /** Notes that a payment's response contains the transaction: it belongs to no other payment. */
  take(id: string): void;
  /** Begins an attempt. Returns a function that returns true for a transaction that was there before it, or belongs to another payment. */
  since(): (id: string) => boolean;
}

/** Creates an empty collection of known transactions. */
export const createKnownTransactions = (): KnownTransactions => {
  /** By id, how many attempts had begun when it was first seen; 0 for one that belongs to a payment. */
  const known = new Map<string, number>();
  let attempts = 0;
  const keep = (id: string, value: number): void => {
    known.set(id, value);
    const [oldest = ''] = known.keys();
    if (known.size > MAX_KNOWN) known.delete(oldest);
  };
  return {
    see(id) {
      if (id && !known.has(id)) keep(id, attempts + 1);
    },
    take: (id) => keep(id, 0),
    since() {
      const number = ++attempts;
      return (id) => (known.get(id) ?? Infinity) <= number;
    },
  };
};
