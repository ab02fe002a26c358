import { control } from '../api.js';
import { button, copyButton, copyRow, element, toast } from '../dom.js';

/** @typedef {import('../../src/control/documents.ts').AccountsDocument} AccountsDocument */

const TIERS = /** @type {const} */ (['free', 'pro', 'enterprise']);

/**
 * @param {string} title
 * @param {...(Node | readonly Node[] | string)} content
 */
const card = (title, ...content) => element('section', { class: 'card' }, element('h3', {}, title), content);

/** Creates the view of accounts, keys and organizations. Their values can be copied. */
export const accounts = () => {
  const content = element('div', { class: 'cards' });
  const issued = element('div', { class: 'stack', 'aria-live': 'polite' });

  /**
   * @param {Parameters<typeof control.issueKey>[0]['kind']} kind
   * @param {object} of
   */
  const issue = async (kind, of) => {
    const made = await control.issueKey({ kind, ...of });
    const rows = Object.entries(made).filter(([name]) => name !== 'kind');
    issued.prepend(
      card(
        `New: ${kind}`,
        rows.map(([name, value]) => copyRow(name, String(value))),
      ),
    );
    toast('Made. It is shown above.');
  };

  /** @param {AccountsDocument['accounts'][number]} account */
  const accountRow = ({ id, username, password, isActivated }) =>
    element(
      'div',
      { class: 'copy-row' },
      element(
        'span',
        { class: 'grow' },
        element('strong', {}, username),
        element('small', {}, element('code', {}, password), isActivated ? '' : ' · not activated'),
      ),
      copyButton('Name', username),
      copyButton('Password', password),
      button('Session', () => issue('session', { accountId: id })),
    );

  /** @param {AccountsDocument['organizations'][number]} organization */
  const organizationCard = ({ id, name, tier, wallets, projects }) => {
    const tiers = element(
      'select',
      { 'aria-label': `Tier of ${name}` },
      TIERS.map((each) => element('option', { value: each, selected: each === tier }, each)),
    );
    tiers.addEventListener(
      'change',
      () => void control.setTier({ id, tier: /** @type {(typeof TIERS)[number]} */ (tiers.value) }).then(() => toast('The tier is set')),
    );
    return card(
      name,
      copyRow('Id', id),
      element('label', { class: 'copy-row' }, element('span', { class: 'name' }, 'Tier'), tiers),
      wallets.map(({ addressHash, purpose, balances }) =>
        element(
          'div',
          { class: 'copy-row' },
          element('span', { class: 'name' }, purpose),
          element(
            'code',
            {},
            Object.entries(balances)
              .map(([asset, amount]) => `${amount} ${asset}`)
              .join(', ') || '0',
          ),
          button('+ 100', async () => {
            await control.creditWallet({ addressHash, amount: 100 });
            await refresh();
          }),
        ),
      ),
      projects.map((project) =>
        element(
          'div',
          { class: 'copy-row' },
          element('span', { class: 'name' }, `Project ${project.id}`),
          element('span', { class: 'grow' }, project.name),
          button('Agent pair', () => issue('agent-pass', { projectId: project.id })),
        ),
      ),
    );
  };

  const refresh = async () => {
    const found = await control.getAccounts();
    const memoryUsers = found.memoryUsers.map(({ id, email }) =>
      element(
        'div',
        { class: 'copy-row' },
        element('span', { class: 'grow' }, email),
        button('Token', () => issue('memory-token', { userId: id })),
      ),
    );
    content.replaceChildren(
      card(
        'Keys',
        copyRow('Api-Key', found.apiKey),
        copyRow('Gateway key', found.gatewayKey),
        copyRow('Public key', found.projectKeys.publicKey),
        copyRow('Secret key', found.projectKeys.secretKey),
        copyRow('Admin-Access', found.adminAccess),
      ),
      card('Accounts', found.accounts.map(accountRow)),
      card(
        'Memory users',
        memoryUsers,
        button('New user and token', () => issue('memory-token', {})),
      ),
      ...found.organizations.map(organizationCard),
      card(
        'Base addresses',
        Object.entries(found.baseUrls).map(([name, url]) => copyRow(name, url)),
      ),
    );
  };
  return { view: element('div', { class: 'single wide' }, element('h2', {}, 'Accounts and keys'), issued, content), refresh };
};
