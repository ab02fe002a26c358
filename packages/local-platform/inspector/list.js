import { element } from './dom.js';

/**
 * @template Item
 * @typedef {object} ListOptions
 * @property {string} label The name of the list.
 * @property {(item: Item) => string} keyOf
 * @property {(item: Item) => readonly Node[]} row Returns the cells of an item.
 * @property {(item: Item) => string} textOf Returns the text that the filter searches.
 * @property {(item: Item) => void} [onOpen] Called when an item is chosen.
 * @property {(item: Item) => void} [onEnter] Called when Enter is pressed on the chosen item.
 * @property {string} empty The text of an empty list.
 */

/** The maximum number of shown rows. The filter finds further rows. */
const MAX_ROWS = 500;

/**
 * Creates a list with a filter. Arrow keys choose an item, Enter calls `onEnter`, and Escape clears the filter.
 * @template Item
 * @param {ListOptions<Item>} options
 */
export const createList = ({ label, keyOf, row, textOf, onOpen, onEnter, empty }) => {
  /** @type {readonly Item[]} */
  let items = [];
  /** @type {string | undefined} */
  let chosen;
  /** @type {Map<string, { item: Item, made: HTMLElement }>} */
  let rows = new Map();
  let scheduled = false;

  const filter = element('input', { type: 'search', placeholder: 'Filter   /', 'aria-label': `Filter of ${label}`, class: 'filter' });
  const body = element('div', { class: 'rows', role: 'listbox', 'aria-label': label, tabindex: 0 });
  const note = element('p', { class: 'note' });

  const visible = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    return items.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)));
  };

  /** @param {Item} item */
  const rowOf = (item) => {
    const known = rows.get(keyOf(item));
    if (known?.item === item) return known.made;
    return element('div', { class: 'row', role: 'option', on: { click: () => open(item) } }, row(item));
  };

  const render = () => {
    scheduled = false;
    const found = visible();
    const shown = found.slice(0, MAX_ROWS);
    rows = new Map(shown.map((item) => [keyOf(item), { item, made: rowOf(item) }]));
    for (const [key, { made }] of rows) {
      made.id = `${label}-${key}`.replaceAll(/\W/g, '-');
      made.setAttribute('aria-selected', String(key === chosen));
    }
    const chosenRow = chosen === undefined ? undefined : rows.get(chosen);
    if (chosenRow) body.setAttribute('aria-activedescendant', chosenRow.made.id);
    else body.removeAttribute('aria-activedescendant');
    body.replaceChildren(...[...rows.values()].map(({ made }) => made));
    note.textContent =
      items.length === 0
        ? empty
        : found.length === 0
          ? 'Nothing matches the filter.'
          : found.length > MAX_ROWS
            ? `The first ${MAX_ROWS} of ${found.length}.`
            : '';
  };

  /** @param {Item} item */
  const open = (item) => {
    chosen = keyOf(item);
    render();
    onOpen?.(item);
  };

  /** @param {number} step */
  const move = (step) => {
    const found = visible().slice(0, MAX_ROWS);
    const at = found.findIndex((item) => keyOf(item) === chosen);
    const next = found[at < 0 ? (step > 0 ? 0 : found.length - 1) : Math.min(found.length - 1, Math.max(0, at + step))];
    if (!next) return;
    open(next);
    rows.get(keyOf(next))?.made.scrollIntoView({ block: 'nearest' });
  };

  /** @type {Readonly<Record<string, number>>} */
  const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === 'Enter' && event.target === body) {
      const item = visible().find((each) => keyOf(each) === chosen);
      if (item) onEnter?.(item);
      return;
    }
    const step = STEPS[event.key];
    if (step === undefined || (event.target === filter && Math.abs(step) === Infinity)) return;
    event.preventDefault();
    move(step === Infinity ? items.length : step === -Infinity ? -items.length : step);
  };

  filter.addEventListener('input', render);
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      filter.value = '';
      render();
    }
    if (event.key === 'Enter') body.focus();
  });
  const view = element('section', { class: 'list' }, filter, body, note);
  view.addEventListener('keydown', onKey);

  return {
    view,
    focusFilter: () => filter.focus(),
    /** @param {number} step */
    focusRows: (step) => {
      body.focus();
      move(step);
    },
    /** @param {readonly Item[]} given */
    set(given) {
      items = given;
      if (scheduled) return;
      scheduled = true;
      // Many events can arrive at once, so the list is rendered once per frame.
      requestAnimationFrame(render);
    },
    /** @param {string | undefined} key */
    choose(key) {
      chosen = key;
      render();
      if (key !== undefined) rows.get(key)?.made.scrollIntoView({ block: 'nearest' });
    },
  };
};
