import { control } from '../api.js';
import { button, code, copyButton, counted, element, toast } from '../dom.js';
import { listen } from '../live.js';

/** @typedef {import('../../src/control/documents.ts').NumberedSweep} NumberedSweep */
/** @typedef {import('../../src/platform/sweep-report.ts').SweepCell} SweepCell */
/** @typedef {import('../../src/platform/sweep-report.ts').SweepReplay} SweepReplay */

/** @param {SweepCell} cell */
const kindOf = ({ findings, result }) => (findings.length > 0 ? 'bad' : result === 'failed' ? 'plain' : 'good');

/** @param {SweepCell} cell */
const textOf = ({ findings, result }) => findings[0] ?? result;

/** @param {SweepReplay} replay */
const replayView = ({ cell, messages, requests, output }) =>
  element(
    'div',
    {},
    element('h3', {}, `Replayed: ${cell.id}`),
    element('p', { class: 'note' }, 'The platform keeps the state after this run: the view State shows its records.'),
    messages.map((message) => element('p', { class: 'warn-text' }, message)),
    cell.error !== undefined && element('p', {}, `The journey threw: ${cell.error}`),
    element(
      'table',
      {},
      element(
        'tbody',
        {},
        requests.map(({ operation, method, path, status }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, operation ?? 'unknown'),
            element('td', {}, `${method} ${path}`),
            element('td', {}, status ?? 'no response'),
          ),
        ),
      ),
    ),
    output.length > 0 && code(output.join('\n')),
  );

/**
 * Creates the matrix of a sweep, with a row for each call and a column for each fault. A click on a cell runs the cell again.
 * @param {NumberedSweep} sweep
 * @param {(cell: SweepCell) => unknown} onChoose
 */
const matrix = ({ report }, onChoose) => {
  const byId = new Map(report.cells.map((cell) => [cell.id, cell]));
  const calls = [...new Set(report.cells.map(({ call }) => call))];
  /** @param {SweepCell} cell */
  const cellButton = (cell) =>
    button(textOf(cell), () => onChoose(cell), { class: `status ${kindOf(cell)}`, 'aria-label': `Replay ${cell.id}: ${textOf(cell)}` });
  return element(
    'div',
    { class: 'matrix', tabindex: 0, role: 'region', 'aria-label': 'Matrix of calls and faults' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td', {}),
          report.faults.map((fault) => element('th', { scope: 'col' }, fault)),
        ),
      ),
      element(
        'tbody',
        {},
        calls.map((call) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, call),
            report.faults.map((fault) => {
              const cell = byId.get(`${call}/${fault}`);
              return element('td', {}, cell && cellButton(cell));
            }),
          ),
        ),
      ),
    ),
  );
};

/** Creates the view of the reports of all sweeps in the platform's process, newest first. */
export const sweeps = () => {
  const view = element('div', { class: 'single stack' });
  const detail = element('div', {});

  /** @param {NumberedSweep} sweep */
  const card = (sweep) => {
    const { id, report } = sweep;
    /** @param {SweepCell} cell */
    const replay = async (cell) => {
      detail.replaceChildren(replayView(await control.replayCell({ id, cell: cell.id })));
      detail.scrollIntoView({ block: 'nearest' });
      toast('The cell ran again');
    };
    return element(
      'section',
      { class: 'part' },
      element('h2', {}, `${report.journey}: ${counted(report.findings.length, 'finding')} in ${counted(report.cells.length, 'cell')}`),
      matrix(sweep, replay),
      report.findings.map(({ cell, title, message, test }) =>
        element(
          'div',
          { class: 'copy-row' },
          element('span', { class: 'grow' }, element('strong', {}, `${cell}: ${title}`), element('small', { class: 'whole' }, message)),
          copyButton('Copy test', test),
        ),
      ),
    );
  };

  const refresh = async () => {
    const { sweeps: all } = await control.listSweeps();
    view.replaceChildren(
      element('div', { class: 'bar' }, element('h2', {}, 'Sweeps'), button('Load again', refresh)),
      detail,
      ...all.toReversed().map(card),
      all.length === 0
        ? element('p', { class: 'note' }, 'No sweep has ended yet. Call sweep of @platform-sdk/local-platform/testing in this process.')
        : '',
    );
  };
  listen('connected', () => detail.replaceChildren());
  return { view, refresh };
};
