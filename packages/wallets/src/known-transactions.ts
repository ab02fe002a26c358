/** The maximum number of stored ids. The oldest ids are removed first. */
const MAX_KNOWN = 5000;

/** The ids of transactions that cannot be a lost payment, because they are older or belong to another payment. */
export interface KnownTransactions {
  /** Records that a list contains the transaction. */
  see(id: string | undefined): void;
  /** Records that a payment's response contains the transaction. The transaction then belongs to no other payment. */
  take(id: string): void;
  /** Begins an attempt. Returns a function that returns true for transactions listed before it, and for transactions of other payments. */
  since(): (id: string) => boolean;
}

export const createKnownTransactions = (): KnownTransactions => {
  /** Maps an id to the number of the first attempt after it was listed; 0 if it belongs to a payment. */
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
