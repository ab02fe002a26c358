/** Returns the rejection of the work. */
export const failureOf = async (work: unknown): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};
