import { element } from '../dom.js';

/** @typedef {import('../../src/control/documents.ts').RequestSummary} RequestSummary */

/**
 * Creates a badge with the status of a request. The colour depends on the class of the status.
 * @param {RequestSummary} request
 */
export const statusBadge = ({ status, state }) => {
  if (state === 'open') return element('span', { class: 'status open' }, '…');
  if (status === null) return element('span', { class: 'status bad', title: 'The connection broke' }, 'cut');
  const kind = status < 300 ? 'good' : status < 400 ? 'plain' : status < 500 ? 'warn' : 'bad';
  return element('span', { class: `status ${kind}` }, status);
};
