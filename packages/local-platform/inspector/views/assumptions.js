import { control } from '../api.js';
import { element } from '../dom.js';
import { createList } from '../list.js';

/** Creates the view of the choices that the platform makes where the API specification is silent. */
export const assumptions = () => {
  const list = createList({
    label: 'Assumptions',
    keyOf: (/** @type {{ readonly topic: string, readonly choice: string }} */ { topic, choice }) => `${topic} ${choice}`,
    row: ({ topic, choice }) => [
      element('span', { class: 'grow' }, element('strong', {}, topic.replaceAll('`', '')), element('small', { class: 'whole' }, choice)),
    ],
    textOf: ({ topic, choice }) => `${topic} ${choice}`,
    empty: '',
  });
  list.view.prepend(
    element('div', { class: 'bar' }, element('h2', {}, 'Assumptions')),
    element(
      'p',
      { class: 'note' },
      'The API specification leaves these open. A real deployment may choose otherwise; the command drift shows where.',
    ),
  );
  return {
    view: element('div', { class: 'single' }, list.view),
    focusFilter: list.focusFilter,
    focusRows: list.focusRows,
    refresh: async () => list.set((await control.listAssumptions()).assumptions),
  };
};
