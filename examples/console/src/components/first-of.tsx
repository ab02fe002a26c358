import { useState, type ReactNode } from 'react';

interface FirstOfProps<Item> {
  readonly items: readonly Item[];
  /** The number of items that are shown first, and that each click adds. */
  readonly step: number;
  readonly children: (item: Item) => ReactNode;
}

/** Shows the first items of a list, and more after a click. Each item sends a request, so a long list would send too many requests. */
export const FirstOf = <Item,>({ items, step, children }: FirstOfProps<Item>) => {
  const [count, setCount] = useState(step);
  return (
    <>
      {items.slice(0, count).map(children)}
      {items.length > count && (
        <p>
          <button type="button" onClick={() => setCount(count + step)}>
            Show more
          </button>{' '}
          <span className="quiet">
            {count} of {items.length} are shown.
          </span>
        </p>
      )}
    </>
  );
};
