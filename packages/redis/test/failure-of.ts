/** Returns what the work rejects with. */
export const failureOf = async (work: unknown): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};
