const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** Returns the differences between two JSON documents, such as `choices.0.logprobs is missing, not null`. */
export const differences = (actual: unknown, expected: unknown, path = ''): string[] => {
  const isSame = Object.is(actual, expected);
  if (isSame) return [];
  if (!isObject(actual) || !isObject(expected) || Array.isArray(actual) !== Array.isArray(expected))
    return [`${path || 'it'} is ${shown(actual)}, not ${shown(expected)}`];
  const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
  return names.flatMap((name) => differences(actual[name], expected[name], path === '' ? name : `${path}.${name}`));
};
