/** @typedef {Node | string | number | null | undefined | false | readonly Child[]} Child */
/** @typedef {Readonly<Record<string, string | number | boolean | null | undefined | Readonly<Record<string, EventListener>>>>} Properties */

/**
 * Creates an element. Every child that is not an element becomes text, so that data is never parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties Attributes. `on` contains listeners by event name.
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const element = (tag, properties = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'object' && value !== null) {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    } else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...nodesOf(children));
  return made;
};

/**
 * @param {Child} child
 * @returns {(Node | string)[]}
 */
const nodesOf = (child) => {
  if (Array.isArray(child)) return child.flatMap(nodesOf);
  if (child === null || child === undefined || child === false || child === '') return [];
  return [typeof child === 'number' ? String(child) : /** @type {Node | string} */ (child)];
};

/**
 * @param {string} label
 * @param {() => unknown} action Called at a click. If the action fails, the page shows the error.
 * @param {Properties} [properties]
 */
export const button = (label, action, properties = {}) =>
  element('button', { type: 'button', ...properties, on: { click: () => void attempt(action) } }, label);

/**
 * Runs an action. If the action fails, shows the error.
 * @param {() => unknown} action
 */
export const attempt = async (action) => {
  try {
    await action();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), true);
  }
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * Shows a short message.
 * @param {string} text
 * @param {boolean} [isError]
 */
export const toast = (text, isError = false) => {
  const place = /** @type {HTMLElement} */ (document.querySelector('#toast'));
  place.textContent = text;
  place.className = isError ? 'shown error' : 'shown';
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.className = ''), isError ? 8000 : 3000);
};

/**
 * Creates a button that copies a string.
 * @param {string} label
 * @param {string | (() => string | Promise<string>)} text
 */
export const copyButton = (label, text) =>
  button(label, async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    toast('Copied');
  });

/**
 * Creates a row with a value and a button that copies the value.
 * @param {string} name
 * @param {string} value
 */
export const copyRow = (name, value) =>
  element('div', { class: 'copy-row' }, element('span', { class: 'name' }, name), element('code', {}, value), copyButton('Copy', value));

/**
 * Downloads a string as a file.
 * @param {string} name
 * @param {string} text
 */
export const download = (name, text) => {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
};

/**
 * Creates a button that opens a JSON file and calls `use` with its content.
 * @param {string} label
 * @param {(content: unknown) => unknown} use
 */
export const fileButton = (label, use) => {
  const input = element('input', { type: 'file', accept: 'application/json', hidden: true });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) void attempt(async () => use(JSON.parse(await file.text())));
  });
  return element(
    'span',
    {},
    input,
    button(label, () => input.click()),
  );
};

/**
 * Formats the time of day in the user's time zone.
 * @param {number} at
 */
export const timeOf = (at) => new Date(at).toLocaleTimeString([], { hour12: false });

/**
 * Formats a number with its noun.
 * @param {number} count
 * @param {string} noun
 */
export const counted = (count, noun) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;

/** @type {readonly (readonly [number, string])[]} */
const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
];

/**
 * Formats a duration in its largest unit.
 * @param {number} given The duration in milliseconds.
 */
export const durationOf = (given) => {
  const ms = Math.round(given / 1000) * 1000;
  const [size, noun] = UNITS.find(([each]) => Math.abs(ms) >= each) ?? [1000, 'second'];
  return counted(Math.round(ms / size), noun);
};

/** @param {number} bytes */
export const sizeOf = (bytes) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`);

/**
 * Formats JSON with indentation. Returns any other string unchanged.
 * @param {string} text
 */
export const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** The maximum length of JSON that is shown with colours. */
const MAX_COLOURED = 100_000;

/**
 * Creates an element that shows a string. Objects and lists in JSON are shown with colours, unless they are very long.
 * @param {string} text
 */
export const code = (text) => {
  const made = element('pre', { tabindex: 0 });
  if (!/^\s*[[{]/.test(text) || text.length > MAX_COLOURED) {
    made.textContent = text;
    return made;
  }
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon, word] = match;
    made.append(text.slice(end, match.index));
    const kind = string ? (colon ? 'key' : 'string') : word ? 'word' : 'number';
    made.append(element('span', { class: kind }, string ?? whole), colon ?? '');
    end = match.index + whole.length;
  }
  made.append(text.slice(end));
  return made;
};
