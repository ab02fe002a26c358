const SKIPPED = 'EXAMPLE_SKIPPED';

/** Ends an example that cannot run here. The summary counts it separately, with the reason. */
export const skip = (reason: string): never => {
  throw Object.assign(new Error(reason), { code: SKIPPED });
};

export const isSkip = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === SKIPPED;
