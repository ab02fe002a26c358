/** Two clocks: the wall's and one that never jumps, both in milliseconds. */
export interface Clock {
  now(): number;
  monotonic(): number;
}
