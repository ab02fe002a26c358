import { control } from '../api.js';
import { attempt, button, element, toast } from '../dom.js';
import { createList } from '../list.js';
import { listen } from '../live.js';

/** @typedef {import('../../src/control/documents.ts').ActiveFault} ActiveFault */
/** @typedef {import('../../src/control/documents.ts').OperationSummary} OperationSummary */

/** The faults that can be added with one click. */
const KINDS = {
  500: { status: 500 },
  503: { status: 503 },
  429: { status: 429, headers: { 'retry-after': '1' } },
  401: { status: 401 },
  402: { status: 402 },
  reset: { failure: 'reset' },
  'lost response': { failure: 'reset', applied: true },
  'cut body': { failure: 'truncated-body' },
  'stalled body': { failure: 'stall-body' },
  'slow 3 s': { delayMs: 3000 },
  'HTML page': { failure: 'html' },
};

/** @param {ActiveFault} fault */
const textOf = ({ operation, status, failure, delayMs, applied, remaining }) =>
  [
    operation ?? 'every operation',
    status && `responds ${status}`,
    failure,
    delayMs && `after ${delayMs} ms`,
    applied && 'once it is applied',
    remaining === null ? 'until it is removed' : `${remaining} more`,
  ]
    .filter(Boolean)
    .join(' · ');

const EVERY = { name: '', method: '', path: 'Breaks whatever is called next' };

/** Creates the view of active faults and of operations. The button of an operation adds the chosen fault to it. */
export const faults = () => {
  const active = element('div', { class: 'stack' });
  const times = element(
    'select',
    { 'aria-label': 'Number of calls' },
    element('option', { value: '1' }, 'the next call'),
    element('option', { value: '3' }, 'the next 3 calls'),
    element('option', { value: '' }, 'all calls until it is removed'),
  );
  const kinds = element(
    'div',
    { class: 'bar wrap', role: 'radiogroup', 'aria-label': 'Fault' },
    Object.keys(KINDS).map((name) =>
      element('label', { class: 'chip' }, element('input', { type: 'radio', name: 'kind', value: name, checked: name === '503' }), name),
    ),
  );

  const chosen = () => {
    const { value } = /** @type {HTMLInputElement} */ (kinds.querySelector('input:checked'));
    return /** @type {Record<string, object>} */ (KINDS)[value];
  };
  /** @param {string} name */
  const add = async (name) => {
    await control.addFault({
      ...chosen(),
      ...(name !== '' && { operation: name }),
      times: times.value === '' ? null : Number(times.value),
    });
    toast(`Added to ${name || 'every operation'}`);
  };

  const list = createList({
    label: 'Operations',
    keyOf: (/** @type {OperationSummary} */ { name }) => name,
    row: ({ name, method, path }) => [
      element('span', { class: 'grow' }, element('strong', {}, name || 'Every operation'), element('small', {}, `${method} ${path}`)),
      button('Add', () => add(name), { 'aria-label': `Add to ${name || 'every operation'}` }),
    ],
    textOf: ({ name, method, path }) => `${name} ${method} ${path}`,
    onEnter: ({ name }) => void attempt(() => add(name)),
    empty: '',
  });

  /** @param {readonly ActiveFault[]} all */
  const showActive = (all) =>
    active.replaceChildren(
      ...all.map((fault) =>
        element(
          'div',
          { class: 'copy-row' },
          element('span', { class: 'grow' }, textOf(fault)),
          button('Remove', () => control.removeFault({ id: fault.id })),
        ),
      ),
      all.length === 0
        ? element(
            'p',
            { class: 'note' },
            'No fault waits. Choose one, then add it to an operation: it replaces the response to the calls that come next.',
          )
        : button('Remove all', () => control.clearFaults()),
    );
  listen('faults', ({ faults: all }) => showActive(all));

  list.view.prepend(element('div', { class: 'bar' }, element('h2', {}, 'Faults')), active, kinds, element('label', {}, 'For ', times));
  return {
    view: element('div', { class: 'single' }, list.view),
    focusFilter: list.focusFilter,
    focusRows: list.focusRows,
    async refresh() {
      const [{ faults: all }, { operations }] = await Promise.all([control.listFaults(), control.listOperations()]);
      showActive(all);
      list.set([EVERY, ...operations]);
    },
  };
};
