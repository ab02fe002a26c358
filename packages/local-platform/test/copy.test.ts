import { expect, it, vi } from 'vitest';
import type * as Copy from '../src/state/copy.ts';
import type * as Json from '../src/state/json.ts';

const { createCopier } = await vi.importActual<typeof Copy>('../src/state/copy.ts');
const { encode } = await vi.importActual<typeof Json>('../src/state/json.ts');

interface Item {
  name: string;
  count?: number;
  owner: { readonly title: string };
  tags: string[];
}

/** Returns a generator of integers from 0 to below a limit. The same seed gives the same numbers. */
const randomsOf = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

/** Returns the content of a copy, including its shared references, as a string. */
const textOf = (value: unknown): string => JSON.stringify(encode(value));

const createState = () => {
  const owners = [{ title: 'Ada' }, { title: 'Grace' }, Object.freeze({ title: 'Alan' })];
  const items = new Map<string, Item>();
  return { items, byName: new Map<string, Item>(), list: [] as Item[], owners };
};

type State = ReturnType<typeof createState>;

/** Random changes of a state. The first changes nothing, and others change nothing if the chosen item does not exist. */
const changes: readonly ((state: State, random: (limit: number) => number) => void)[] = [
  () => undefined,
  ({ items, byName, list, owners }, random) => {
    const item: Item = { name: `item ${random(1000)}`, owner: owners[random(3)] as Item['owner'], tags: ['new'] };
    items.set(String(random(30)), item);
    byName.set(item.name, item);
    if (random(2) === 0) list.push(item);
  },
  ({ items }, random) => void items.delete(String(random(30))),
  ({ items }, random) => Object.assign(items.get(String(random(30))) ?? {}, { name: `renamed ${random(1000)}` }),
  ({ items }, random) => Object.assign(items.get(String(random(30))) ?? {}, { count: random(2) === 0 ? Number.NaN : random(3) }),
  ({ items }, random) => items.get(String(random(30)))?.tags.push('more'),
  ({ items }, random) => void items.get(String(random(30)))?.tags.splice(0),
  ({ items, owners }, random) => Object.assign(items.get(String(random(30))) ?? {}, { owner: owners[random(3)] }),
  ({ owners }, random) => Object.assign(owners[random(2)] ?? {}, { title: `owner ${random(3)}` }),
  ({ list }, random) => void list.splice(random(5), 1),
  ({ items }, random) => void delete items.get(String(random(30)))?.count,
  ({ byName, items }) => {
    byName.clear();
    for (const item of items.values()) byName.set(item.name, item);
  },
];

it('copies are equal and immutable, and share unchanged parts', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomsOf(seed);
    const state = createState();
    const copier = createCopier();
    copier.copy(state);
    const kept: (readonly [State, string])[] = [];
    for (let step = 0; step < 200; step++) {
      changes[random(changes.length)]?.(state, random);
      const copied = copier.copy(state);
      const text = textOf(state);
      expect(textOf(copied), `seed ${seed}, step ${step}`).toBe(text);
      expect(copier.copy(state), `seed ${seed}, step ${step}`).toBe(copied);
      kept.push([copied, text]);
    }
    expect(kept.filter(([copied, text]) => textOf(copied) !== text)).toEqual([]);
  }
});

it('of many records, the copier copies only the changed and the added record', () => {
  const state = new Map(Array.from({ length: 1000 }, (_, index) => [index, { name: `record ${index}` }]));
  const copier = createCopier();
  const before = copier.copy(state);
  Object.assign(state.get(500) ?? {}, { name: 'changed' });
  state.set(1000, { name: 'added' });
  const after = copier.copy(state);

  expect([...after].filter(([key, record]) => before.get(key) !== record)).toEqual([
    [500, { name: 'changed' }],
    [1000, { name: 'added' }],
  ]);
  expect([...before.values()][500]).toEqual({ name: 'record 500' });
});

it('a copier works again after a value that it cannot copy', () => {
  const state = new Map<string, unknown>([['a', { name: 'a' }]]);
  const copier = createCopier();
  copier.copy(state);
  state.set('b', { name: 'b' });
  state.set('c', () => undefined);
  expect(() => copier.copy(state)).toThrow('cannot be copied');
  state.set('c', { name: 'c' });

  expect(copier.copy(state)).toEqual(state);
  expect(copier.copy(state)).not.toBe(state);
});
