import { control } from '../api.js';
import { button, code, copyButton, element, toast } from '../dom.js';
import { createList } from '../list.js';

/** @typedef {import('../../src/control/documents.ts').ResourceSummary} ResourceSummary */
/** @typedef {import('../../src/control/documents.ts').StateRecord} StateRecord */

/** Creates the view of the platform's records by kind. Users can select a record, read it, and change its editable fields. */
export const state = () => {
  let resource = '';
  /** @type {readonly string[]} */
  let editable = [];
  const choice = element('select', { 'aria-label': 'Kind of records', class: 'wide-select' });
  choice.addEventListener('change', () => (location.hash = `#/state/${choice.value}`));
  const detail = element('article', { class: 'detail', 'aria-label': 'Record' });
  const list = createList({
    label: 'Records',
    keyOf: (/** @type {StateRecord} */ { id }) => id,
    row: ({ id, title }) => [element('span', { class: 'grow' }, element('strong', {}, title), element('small', {}, id))],
    textOf: ({ id, title, text }) => `${id} ${title} ${text}`,
    onOpen: (record) => show(record),
    empty: 'There is no record.',
  });
  const view = element('div', { class: 'split' }, list.view, detail);

  /** @param {StateRecord | undefined} record */
  const show = (record) => {
    view.classList.toggle('detail-open', record !== undefined);
    if (!record) return detail.replaceChildren(element('p', { class: 'note center' }, 'Choose a record.'));
    const text = JSON.stringify(record.record, null, 2);
    detail.replaceChildren(
      button('Back to the list', () => show(undefined), { class: 'back' }),
      element('h2', {}, record.title),
      element('div', { class: 'bar' }, copyButton('Copy', text)),
      code(text),
      ...editor(record),
    );
  };

  /** @param {StateRecord} record */
  const editor = ({ id, record }) => {
    const fields = Object.fromEntries(editable.filter((name) => name in record).map((name) => [name, record[name]]));
    if (Object.keys(fields).length === 0) return [element('p', { class: 'note' }, 'Records of this kind change by requests only.')];
    const text = element('textarea', { rows: Object.keys(fields).length + 2, 'aria-label': 'Fields to change', spellcheck: 'false' });
    text.value = JSON.stringify(fields, null, 2);
    const save = async () => {
      show(await control.editRecord({ ...JSON.parse(text.value), resourceName: resource, recordId: id }));
      toast('Saved');
    };
    return [element('h3', {}, 'Change'), text, element('div', { class: 'bar' }, button('Save', save))];
  };

  /** @param {string} name */
  const open = async (name) => {
    if (name !== resource) show(undefined);
    resource = name;
    const found = await control.listRecords({ resource: name, limit: 1000 });
    editable = found.editable;
    list.set(found.records);
    choice.value = name;
  };

  /** @param {ResourceSummary} summary */
  const option = ({ name, count }) => element('option', { value: name }, `${name.replaceAll('-', ' ')} (${count})`);

  const refresh = async () => {
    const { resources } = await control.listResources();
    choice.replaceChildren(...resources.map(option));
    await open(resource || (resources[0]?.name ?? ''));
  };
  const seedButton = copyButton('Copy as seed', async () => JSON.stringify(await control.getSeed(), null, 2));
  const refreshButton = button('Load again', refresh);
  list.view.prepend(element('div', { class: 'bar' }, element('h2', {}, 'State'), seedButton, refreshButton), choice);
  show(undefined);
  return {
    view,
    refresh,
    focusFilter: list.focusFilter,
    focusRows: list.focusRows,
    /** @param {string} name */
    open: (name) => (name === '' || name === resource ? undefined : open(name)),
  };
};
