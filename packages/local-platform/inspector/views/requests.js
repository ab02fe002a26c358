import { control } from '../api.js';
import { button, element, timeOf } from '../dom.js';
import { createList } from '../list.js';
import { listen } from '../live.js';
import { requestDetail } from './request-detail.js';
import { statusBadge } from './status-badge.js';

/** @typedef {import('../../src/control/documents.ts').RequestSummary} RequestSummary */

/** By default, the platform stores the same number of requests. Older requests cannot be opened. */
const MAX_KNOWN = 1000;

/** @param {RequestSummary} request */
const cells = (request) =>
  [
    statusBadge(request),
    element(
      'span',
      { class: 'grow' },
      element('strong', {}, request.operation ?? `${request.method} ${request.path}`),
      element('small', {}, `${request.method} ${request.path}`),
    ),
    element(
      'span',
      { class: 'end' },
      element('span', {}, request.who ?? ''),
      element('small', {}, `${timeOf(request.at)}${request.durationMs === null ? '' : ` · ${request.durationMs} ms`}`),
    ),
    request.unknownFields.length > 0 &&
      element('span', { class: 'tag warn', title: request.unknownFields.join(', ') }, `${request.unknownFields.length} unknown`),
    request.repeatOf !== undefined && element('span', { class: 'tag' }, `again ${request.repeatOf}`),
  ].filter((cell) => cell instanceof Node);

/** Creates the view of all requests, newest first, and of one selected request. */
export const requests = () => {
  /** @type {Map<number, RequestSummary>} */
  const known = new Map();
  const detail = requestDetail(() => (location.hash = '#/requests'));
  const list = createList({
    label: 'Requests',
    keyOf: ({ id }) => String(id),
    row: cells,
    textOf: ({ operation, method, path, status, who }) => `${operation ?? ''} ${method} ${path} ${status ?? 'cut'} ${who ?? ''}`,
    onOpen: ({ id }) => (location.hash = `#/requests/${id}`),
    empty: 'No request has come yet. Set the base addresses of your program to those under Accounts.',
  });
  const update = () => list.set([...known.values()].toReversed());
  const clear = button('Clear', async () => {
    await control.clearRequests();
    known.clear();
    update();
    location.hash = '#/requests';
  });
  list.view.prepend(element('div', { class: 'bar' }, element('h2', {}, 'Requests'), clear));
  const view = element('div', { class: 'split' }, list.view, detail.view);

  listen('request', (/** @type {RequestSummary} */ request) => {
    known.set(request.id, request);
    for (const id of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(id);
    }
    update();
    detail.update(request);
  });

  return {
    view,
    focusFilter: list.focusFilter,
    focusRows: list.focusRows,
    async refresh() {
      /** @type {Set<number>} */
      const before = new Set(known.keys());
      const { requests: all } = await control.listRequests();
      // Requests that arrived during the load are newer than the loaded list.
      const newer = [...known.values()].filter(({ id }) => !before.has(id));
      known.clear();
      for (const request of [...all.slice(-MAX_KNOWN), ...newer]) known.set(request.id, request);
      update();
    },
    /** @param {string} id */
    async open(id) {
      list.choose(id || undefined);
      view.classList.toggle('detail-open', id !== '');
      await detail.open(id);
    },
  };
};
