import { control } from '../api.js';
import { element, timeOf } from '../dom.js';
import { createList } from '../list.js';
import { refreshOn } from '../live.js';

/** @typedef {import('../../src/services/converter/records.ts').LocalConverterJob} Job */

const KINDS = { running: 'open', completed: 'good', failed: 'bad', disconnected: 'warn' };

/** Creates the view of the converter's jobs, newest first. */
export const jobs = () => {
  const list = createList({
    label: 'Jobs',
    keyOf: (/** @type {Job} */ { id }) => id,
    row: ({ operation, state, urls, fetched, startedAt, endedAt }) => [
      element('span', { class: `status ${KINDS[state]}` }, state),
      element('span', { class: 'grow' }, element('strong', {}, operation), element('small', { class: 'whole' }, urls.join(', '))),
      element(
        'span',
        { class: 'end' },
        element('span', {}, `${fetched.length} fetched`),
        element('small', {}, `${timeOf(startedAt)}${endedAt === undefined ? '' : ` · ${endedAt - startedAt} ms`}`),
      ),
    ],
    textOf: ({ operation, state, urls }) => `${operation} ${state} ${urls.join(' ')}`,
    empty: 'The converter has had no job yet.',
  });
  const refresh = async () => list.set((await control.listJobs()).jobs.toReversed());
  refreshOn('request', refresh, ({ operation }) => String(operation).startsWith('converter.'));
  list.view.prepend(element('div', { class: 'bar' }, element('h2', {}, 'Jobs')));
  return { view: element('div', { class: 'single' }, list.view), refresh, focusFilter: list.focusFilter, focusRows: list.focusRows };
};
