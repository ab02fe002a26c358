/** True in `pnpm vitest run --mode long`, which `.ci/run nightly` runs. */
const isLong = process.env['LONG_TESTS'] === 'true';

/** Returns how often a test of random or numerous cases repeats its work: a sample in `pnpm test`, all of it in `pnpm vitest run --mode long`. */
export const longCount = (few: number, all: number): number => (isLong ? all : few);
