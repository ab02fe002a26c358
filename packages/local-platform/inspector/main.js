import { control, decoded, hasToken, setToken } from './api.js';
import { attempt, button, download, durationOf, element, fileButton, timeOf, toast } from './dom.js';
import { follow, listen } from './live.js';
import { accounts } from './views/accounts.js';
import { assumptions } from './views/assumptions.js';
import { clock } from './views/clock.js';
import { faults } from './views/faults.js';
import { inbox } from './views/inbox.js';
import { jobs } from './views/jobs.js';
import { requests } from './views/requests.js';
import { state } from './views/state.js';
import { sweeps } from './views/sweeps.js';

/** @typedef {import('../src/platform/snapshot-schema.ts').Snapshot} Snapshot */
/** @typedef {import('../src/platform/seed-data.ts').SeedData} SeedData */

/**
 * @typedef {object} View
 * @property {HTMLElement} view
 * @property {() => unknown} refresh Reloads everything that the view shows.
 * @property {(rest: string) => unknown} [open] Shows the item that the rest of the URL names.
 * @property {() => void} [focusFilter]
 * @property {(step: number) => void} [focusRows] Moves the focus into the list.
 */

/** @type {Readonly<Record<string, { readonly title: string, readonly create: () => View }>>} */
const VIEWS = {
  requests: { title: 'Requests', create: requests },
  inbox: { title: 'Inbox', create: inbox },
  faults: { title: 'Faults', create: faults },
  clock: { title: 'Clock', create: clock },
  state: { title: 'State', create: state },
  accounts: { title: 'Accounts', create: accounts },
  jobs: { title: 'Jobs', create: jobs },
  sweeps: { title: 'Sweeps', create: sweeps },
  assumptions: { title: 'Assumptions', create: assumptions },
};

/** @param {string} selector */
const place = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @type {Map<string, View>} */
const created = new Map();
/** @type {View | undefined} */
let current;

const show = () => {
  const [, given = '', rest = ''] = /^#\/([a-z]+)\/?(.*)$/.exec(location.hash) ?? [];
  const name = Object.hasOwn(VIEWS, given) ? given : 'requests';
  const { title, create } = VIEWS[name] ?? { title: 'Requests', create: requests };
  const view = created.get(name) ?? create();
  created.set(name, view);
  document.title = `${title} · Local platform`;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#/${name}`) {
      link.setAttribute('aria-current', 'page');
      link.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    } else link.removeAttribute('aria-current');
  }
  if (current !== view) {
    current = view;
    place('#main').replaceChildren(view.view);
    void attempt(view.refresh);
  }
  void attempt(() => view.open?.(decoded(rest)));
};

const counts = new Map();

/**
 * Shows the number of items in a view.
 * @param {string} name
 * @param {number} count
 */
const badge = (name, count) => {
  counts.set(name, count);
  const found = document.querySelector(`nav a[href="#/${name}"] .badge`);
  if (found) found.textContent = count > 0 ? String(count) : '';
};

/**
 * Returns whether arrow keys have no other effect at the focused element: the page itself, or the link to a view.
 * @param {EventTarget | null} target
 */
const isFree = (target) => target === document.body || (target instanceof Element && target.closest('#views') !== null);

const startNavigation = () => {
  const links = Object.entries(VIEWS).map(([name, { title }], index) =>
    element('a', { href: `#/${name}`, title: `Key ${index + 1}` }, title, element('span', { class: 'badge' })),
  );
  place('#views').append(...links);
  addEventListener('hashchange', show);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = Object.keys(VIEWS)[Number(event.key) - 1];
    if (name !== undefined) location.hash = `#/${name}`;
    else if (event.key === '/' && current?.focusFilter) {
      event.preventDefault();
      current.focusFilter();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isFree(event.target) && current?.focusRows) {
      event.preventDefault();
      current.focusRows(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
};

const startActions = () => {
  place('#actions').append(
    button('Save state', async () => download('platform-state.json', JSON.stringify(await control.getSnapshot()))),
    fileButton('Load state', async (content) => {
      await control.restoreSnapshot(/** @type {Snapshot} */ (content));
      toast('The state is loaded');
    }),
    fileButton('Seed', async (content) => {
      await control.seed(/** @type {SeedData} */ (content));
      toast('The data is added');
    }),
    button('Reset', async () => {
      if (!confirm('Remove everything but the default account?')) return;
      await control.reset();
      toast('The platform is as it began');
    }),
  );
};

const refreshAll = () => {
  void attempt(async () => {
    const { requests: count, messages, faults: active } = await control.getCounts();
    badge('requests', count);
    badge('inbox', messages);
    badge('faults', active);
  });
  if (current) void attempt(current.refresh);
};

const followPlatform = () => {
  const status = place('#status');
  /** @type {number | undefined} */
  let ahead;
  const showStatus = () => {
    if (ahead === undefined) return;
    const now = Date.now() + ahead;
    status.textContent = `${timeOf(now)}${Math.abs(ahead) < 1000 ? '' : `, ${durationOf(ahead)} ahead`}`;
  };
  setInterval(showStatus, 1000);
  listen('clock', ({ now }) => {
    ahead = now - Date.now();
    showStatus();
  });
  listen('connected', refreshAll);
  listen('disconnected', () => {
    ahead = undefined;
    status.textContent = 'Not connected: the platform has stopped';
  });
  listen('rejected', askForToken);
  listen('state', refreshAll);
  listen('request', ({ id }) => badge('requests', Math.max(id, counts.get('requests') ?? 0)));
  listen('message', ({ count }) => badge('inbox', count));
  listen('faults', ({ faults: active }) => badge('faults', active.length));
};

const askForToken = () => {
  place('#status').textContent = 'The token is missing or wrong';
  const input = element('input', { name: 'token', autocomplete: 'off', 'aria-label': 'Control token' });
  const form = element(
    'form',
    { class: 'card token' },
    element('h2', {}, 'Control token'),
    element('p', {}, 'Open the address that the terminal printed, or paste its token.'),
    input,
    element('button', {}, 'Open'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    setToken(input.value);
    start();
  });
  place('#main').replaceChildren(form);
  current = undefined;
  input.focus();
};

const start = () => {
  if (!hasToken()) return askForToken();
  show();
  void follow();
};

startNavigation();
startActions();
followPlatform();
start();
