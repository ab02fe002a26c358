const KEY = 'platform-sdk-control-token';

/**
 * Decodes a part of the address. A part that is no valid encoding stays.
 * @param {string} text
 */
export const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Takes the token out of the address, where a bookmark or a screenshot would show it. */
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

/** The header of every control request. */
export const authorization = () => ({ authorization: `Bearer ${token}` });

/**
 * Calls the control API. Rejects with the message of its error.
 * @param {string} method
 * @param {string} path Such as `requests/12`.
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const call = async (method, path, body) => {
  const response = await fetch(`/_local/${path}`, {
    method,
    headers: { ...authorization(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const document = text === '' ? undefined : JSON.parse(text);
  if (!response.ok)
    throw Object.assign(new Error(document?.error?.message ?? `The platform responded ${response.status}.`), { status: response.status });
  return document;
};

/** @param {string} path */
export const get = (path) => call('GET', path);

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => call('POST', path, body);
