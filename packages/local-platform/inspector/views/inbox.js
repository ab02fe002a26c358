import { control } from '../api.js';
import { copyButton, element, timeOf } from '../dom.js';
import { createList } from '../list.js';
import { refreshOn } from '../live.js';

/** @typedef {import('../../src/control/documents.ts').NumberedMessage} NumberedMessage */

/** @param {NumberedMessage} message */
const secretOf = ({ code, token, invitationId, transferId }) => code ?? token ?? invitationId ?? transferId;

/** @param {NumberedMessage} message */
const cells = (message) => {
  const secret = secretOf(message);
  return [
    element('span', { class: 'tag' }, message.channel === 'sms' ? 'SMS' : 'E-mail'),
    element('span', { class: 'grow' }, element('strong', {}, message.to), element('small', { class: 'whole' }, message.text)),
    ...(secret === undefined ? [] : [element('code', { class: message.code ? 'big' : '' }, secret), copyButton('Copy', secret)]),
    element('span', { class: 'end' }, element('small', {}, timeOf(Date.parse(message.at)))),
  ];
};

/** Creates the view of the messages that the platform sent, newest first. */
export const inbox = () => {
  const list = createList({
    label: 'Inbox',
    keyOf: (/** @type {NumberedMessage} */ { id }) => String(id),
    row: cells,
    textOf: ({ to, text, kind }) => `${to} ${text} ${kind}`,
    empty: 'Nothing was sent yet. Register an account, invite a member or transfer credits.',
  });
  const refresh = async () => {
    const { messages } = await control.listMessages();
    list.set(messages.toReversed());
  };
  refreshOn('message', refresh);
  list.view.prepend(element('div', { class: 'bar' }, element('h2', {}, 'Inbox')));
  return { view: element('div', { class: 'single' }, list.view), refresh, focusFilter: list.focusFilter, focusRows: list.focusRows };
};
