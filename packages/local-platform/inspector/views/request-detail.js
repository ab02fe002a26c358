import { control } from '../api.js';
import { attempt, button, code, copyButton, counted, download, element, pretty, sizeOf, toast } from '../dom.js';
import { statusBadge } from './status-badge.js';

/** @typedef {import('../../src/control/documents.ts').RequestDetail} RequestDetail */
/** @typedef {import('../../src/control/documents.ts').RecordedBody} RecordedBody */

/** The faults with which a request can be repeated. */
const FAULTS = {
  500: { status: 500 },
  503: { status: 503 },
  429: { status: 429, headers: { 'retry-after': '1' } },
  'connection breaks': { failure: 'reset' },
  'body is cut': { failure: 'truncated-body' },
  'response is lost': { failure: 'reset', applied: true },
};

/**
 * @param {string} title
 * @param {...(Node | string | false)} content
 */
const section = (title, ...content) => element('section', { class: 'part' }, element('h3', {}, title), content);

/** @param {readonly (readonly [string, string])[]} headers */
const headersTable = (headers) =>
  element(
    'details',
    {},
    element('summary', {}, counted(headers.length, 'header')),
    element(
      'table',
      {},
      element(
        'tbody',
        {},
        headers.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value))),
      ),
    ),
  );

/** @param {RecordedBody} body */
const bodyView = (body) => {
  if (body.bytes === 0) return element('p', { class: 'note' }, 'No body.');
  const note = `${sizeOf(body.bytes)}${body.type ? ` · ${body.type}` : ''}${body.isTruncated ? ' · only its beginning is kept' : ''}`;
  return element(
    'div',
    {},
    element('p', { class: 'note' }, note),
    body.text === undefined ? element('p', { class: 'note' }, 'It is no text.') : code(pretty(body.text)),
  );
};

/** @param {RequestDetail} request */
const contractView = ({ contract, unknownFields, problems }) => {
  if (!contract) return element('p', { class: 'warn-text' }, 'The API specification has no such operation.');
  const rows = [
    ['Operation', `${contract.method} ${contract.path}`],
    ['Credentials', contract.credentials],
    ['Retries', contract.retry],
    ['Error codes', contract.errorCodes.join(', ') || 'none documented'],
    ['Assumed names', contract.undocumented.map(({ name, confidence }) => `${name} (${confidence})`).join(', ') || 'none'],
  ];
  return element(
    'div',
    {},
    unknownFields.length > 0 && element('p', { class: 'warn-text' }, `Unknown fields: ${unknownFields.join(', ')}`),
    problems.map(({ field, message }) => element('p', { class: 'warn-text' }, `${field || 'The body'} ${message}`)),
    unknownFields.length + problems.length === 0 && element('p', { class: 'good-text' }, 'The request matches the API specification.'),
    element(
      'table',
      {},
      element(
        'tbody',
        {},
        rows.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value))),
      ),
    ),
  );
};

/** @param {RequestDetail} request */
const travelView = ({ id, canRestore }) => {
  /** @param {object} how */
  const again = async (how) => {
    const { id: made, status } = await control.repeatRequest({ id, ...how });
    toast(status === null ? 'Sent again; the connection broke' : `Sent again: ${status}`);
    location.hash = `#/requests/${made}`;
  };
  const when = element(
    'select',
    { 'aria-label': 'State for the repeated request' },
    canRestore && element('option', { value: 'before' }, 'as before it'),
    element('option', { value: 'now' }, 'as of now'),
  );
  const later = element(
    'select',
    { 'aria-label': 'Time of the repeated request' },
    element('option', { value: '0' }, 'at once'),
    element('option', { value: '3600000' }, '1 hour later'),
    element('option', { value: '86400000' }, '1 day later'),
  );
  const fault = element(
    'select',
    { 'aria-label': 'Fault of the repeated request' },
    element('option', { value: '' }, 'no fault'),
    Object.keys(FAULTS).map((name) => element('option', { value: name }, `fault: ${name}`)),
  );
  const chosen = () => {
    const found = /** @type {Record<string, object>} */ (FAULTS)[fault.value];
    return { from: when.value, advanceMs: Number(later.value), ...(found && { fault: found }) };
  };
  const restore = button(
    'Go back to before it',
    async () => {
      await control.restoreRequest({ id });
      toast(`The state is the one before request ${id}`);
    },
    { disabled: !canRestore, title: canRestore ? '' : 'The state before it is no longer kept' },
  );
  return element(
    'div',
    { class: 'travel' },
    restore,
    element(
      'span',
      { class: 'group' },
      button('Repeat', () => again(chosen())),
      when,
      later,
      fault,
    ),
  );
};

/** @param {RequestDetail} request */
const copies = ({ id, canRestore, texts }) =>
  element(
    'div',
    { class: 'bar wrap' },
    copyButton('Copy as curl', texts.curl),
    texts.sdk !== undefined && copyButton('Copy as SDK call', texts.sdk),
    copyButton('Copy as test', async () => (await control.getTest({ from: id, to: id })).text),
    canRestore &&
      button('Save the state before', async () =>
        download(`state-before-${id}.json`, JSON.stringify(await control.getStateBefore({ id }))),
      ),
  );

/** @param {RequestDetail} request */
const content = (request) => [
  element('div', { class: 'bar' }, element('h2', {}, statusBadge(request), ` ${request.operation ?? 'Unknown operation'}`)),
  element('p', { class: 'address' }, `${request.method} ${request.path}`),
  element(
    'p',
    { class: 'note' },
    [
      request.who && `By ${request.who}`,
      request.durationMs !== null && `${request.durationMs} ms`,
      new Date(request.at).toLocaleString(),
      request.disconnected && 'the client closed the connection',
    ]
      .filter(Boolean)
      .join(' · '),
  ),
  copies(request),
  travelView(request),
  section('Request', headersTable(request.requestHeaders), bodyView(request.requestBody)),
  section('Response', headersTable(request.responseHeaders), bodyView(request.responseBody)),
  section('API specification', contractView(request)),
];

/**
 * Creates the view of one request, with its bodies and all actions.
 * @param {() => void} onClose
 */
export const requestDetail = (onClose) => {
  let shown = '';
  const view = element('article', { class: 'detail', 'aria-label': 'Request' });
  const empty = () =>
    view.replaceChildren(
      element('p', { class: 'note center' }, 'Choose a request to see its bodies, or to go back to the state before it.'),
    );

  const load = async () => {
    const id = shown;
    const request = await control.getRequest({ id: Number(id) });
    if (id !== shown) return;
    view.replaceChildren(button('Back to the list', onClose, { class: 'back' }), ...content(request));
  };

  empty();
  return {
    view,
    /** @param {string} id */
    async open(id) {
      if (id === shown) return;
      shown = id;
      view.scrollTop = 0;
      // The URL may contain anything, but ids are numbers.
      if (!/^\d+$/.test(id)) empty();
      else await load();
    },
    /** @param {{ readonly id: number }} request */
    update({ id }) {
      if (String(id) === shown) void attempt(load);
    },
  };
};
