import { control } from '../api.js';
import { button, durationOf, element, toast } from '../dom.js';
import { listen } from '../live.js';

const MINUTE = 60_000;
const STEPS = {
  '+ 1 minute': MINUTE,
  '+ 15 minutes': 15 * MINUTE,
  '+ 1 hour': 60 * MINUTE,
  '+ 1 day': 1440 * MINUTE,
  '+ 30 days': 43_200 * MINUTE,
};

/** Creates the view of the platform's clock. The view can only move the clock forward. */
export const clock = () => {
  const shown = element('p', { class: 'time' });
  const note = element('p', { class: 'note' });
  let ahead = 0;

  const render = () => {
    const now = new Date(Date.now() + ahead);
    shown.textContent = now.toLocaleString();
    note.textContent = `${now.toISOString()}${Math.abs(ahead) < 1000 ? '' : ` · ${durationOf(ahead)} ahead of this machine`}`;
  };
  /** @param {{ readonly now: number }} time */
  const set = ({ now }) => {
    ahead = now - Date.now();
    render();
  };
  /** @param {number} ms */
  const advance = async (ms) => {
    set(await control.advanceClock({ ms }));
    toast('The clock is moved');
  };

  const custom = element('input', { type: 'number', min: 1, step: 1, value: 90, 'aria-label': 'Seconds' });
  const form = element('form', { class: 'bar' }, custom, element('span', {}, 'seconds'), element('button', {}, 'Move'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void advance(Number(custom.value) * 1000);
  });
  setInterval(render, 1000);
  listen('clock', set);
  render();

  const steps = Object.entries(STEPS).map(([name, ms]) => button(name, () => advance(ms)));
  return {
    view: element(
      'div',
      { class: 'single card' },
      element('h2', {}, 'Clock'),
      shown,
      note,
      element('div', { class: 'bar wrap' }, steps),
      form,
      element(
        'p',
        { class: 'note' },
        'Tokens, codes and invitations expire by this clock. A reset, or going back to a request, turns it back.',
      ),
    ),
    refresh: async () => set(await control.getClock()),
  };
};
