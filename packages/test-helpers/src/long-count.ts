/** True in `pnpm vitest run --mode long`, which `.ci/run nightly` runs. */
const isLong = process.env['LONG_TESTS'] === 'true';

/** Returns the number of cases to test: `few` in `pnpm test`, `all` in `pnpm vitest run --mode long`. */
export const longCount = (few: number, all: number): number => (isLong ? all : few);
