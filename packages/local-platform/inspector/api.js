const KEY = 'platform-sdk-control-token';

/**
 * Decodes a part of the URL. Returns the part unchanged if its encoding is invalid.
 * @param {string} text
 */
export const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Removes the token from the URL, because bookmarks and screenshots would show it. Returns this token, or else the stored token. */
const takeToken = () => {
  const found = /[#&]token=([^&]+)/.exec(location.hash)?.[1];
  if (found === undefined) return sessionStorage.getItem(KEY) ?? '';
  const token = decoded(found);
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, '', `${location.pathname}#/requests`);
  return token;
};

let token = takeToken();

export const hasToken = () => token !== '';

/** @param {string} given */
export const setToken = (given) => {
  token = given.trim();
  sessionStorage.setItem(KEY, token);
};

/** Returns the header that every control request needs. */
export const authorization = () => ({ authorization: `Bearer ${token}` });

/** @typedef {import('../src/control/connect.ts').ControlClient} ControlClient */

/**
 * Loads the method and the path of each operation, by the name of the operation.
 * @returns {Promise<ReadonlyMap<string, readonly [method: string, path: string]>>}
 */
const loadOperations = async () => {
  const { paths } = await (await fetch('/_local/inspector/openapi.json')).json();
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, [method.toUpperCase(), path]]),
    ),
  );
};

/** @type {ReturnType<typeof loadOperations> | undefined} */
let operations;

/** Returns the operations, which are loaded once. After a failure, for example while the platform restarts, the next call loads them again. */
const knownOperations = () =>
  (operations ??= loadOperations().catch((/** @type {unknown} */ error) => {
    operations = undefined;
    throw error;
  }));

/**
 * Calls an operation. If the call fails, rejects with an error that has the message of the response.
 * @param {string} name
 * @param {Readonly<Record<string, unknown>>} input
 */
const call = async (name, input) => {
  const [method = '', template = ''] = (await knownOperations()).get(name) ?? [];
  const path = template.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(String(input[field])));
  const fields = Object.entries(input).filter(([field, value]) => value !== undefined && !template.includes(`{${field}}`));
  const isRead = method === 'GET' || method === 'DELETE';
  const query = new URLSearchParams(isRead ? fields.map(([field, value]) => [field, String(value)]) : []);
  const response = await fetch(`/_local${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: { ...authorization(), ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: JSON.stringify(Object.fromEntries(fields)) }),
  });
  const text = await response.text();
  const document = text === '' ? undefined : JSON.parse(text);
  if (!response.ok)
    throw Object.assign(new Error(document?.error?.message ?? `The platform responded ${response.status}.`), { status: response.status });
  return document;
};

/**
 * The operations of the control API, typed by their contract. Example: `control.advanceClock({ ms })`.
 * @type {ControlClient}
 */
export const control = new Proxy(
  /** @type {ControlClient} */ ({}),
  {
    get:
      (_, name) =>
      (/** @type {Readonly<Record<string, unknown>>} */ input = {}) =>
        call(String(name), input),
  },
);
