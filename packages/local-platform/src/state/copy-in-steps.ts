import type { Copier } from './copy.ts';

/** The part of steps that a copy needs. */
export type FillSteps = <In, Out>(from: readonly In[], make: (item: In) => Out | undefined) => unknown;

/** Longer maps and lists are copied item by item. */
const LONG = 500;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

const isLong = (value: object): boolean => (value instanceof Map ? value.size : Array.isArray(value) ? value.length : 0) > LONG;

const membersOf = (value: object): unknown[] => [
  ...(value instanceof Map ? (value as Map<unknown, unknown>).values() : Object.values(value)),
];

/** Copies a value step by step: first the items of the long maps and lists in it, and of those in them, then the value. */
export const copyInSteps = (copier: Copier, fill: FillSteps, value: unknown): void => {
  const copyWhole = (): void => void fill([value], (whole) => void copier.copyPart(whole));
  if (!isContainer(value)) return;
  if (isLong(value)) {
    fill(membersOf(value), (member) => copyInSteps(copier, fill, member));
    return copyWhole();
  }
  const long = membersOf(value).filter((member) => isContainer(member) && isLong(member));
  if (long.length === 0) return void copier.copyPart(value);
  for (const member of long) copyInSteps(copier, fill, member);
  copyWhole();
};
