/** The number of characters whose words are counted. For longer texts, the total is extrapolated. */
const MAX_COUNTED = 1024 * 1024;

export const countWords = (text: string): number => {
  const words = text.slice(0, MAX_COUNTED).match(/\S+/g)?.length ?? 0;
  return text.length > MAX_COUNTED ? Math.ceil((words * text.length) / MAX_COUNTED) : words;
};
