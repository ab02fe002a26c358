import { createPlatform } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { describe, expect, it } from 'vitest';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { openEach, write } from './open-console.ts';
import { shoot } from './shoot.ts';

interface Inbox {
  readonly messages: readonly { readonly code?: string }[];
}

interface Requests {
  readonly requests: readonly { readonly operation?: string; readonly status: number }[];
}

const FIFTEEN_MINUTES = 900_000;

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('a user of the console in %s', (name, installed) => {
  const opened = openEach(installed);

  const send = async (text: string): Promise<void> => {
    await write(opened().page.getByLabel('Message', { exact: true }), text);
    await opened().page.getByRole('button', { name: 'Send' }).click();
  };
  const lastMessage = () => opened().page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last();
  const statuses = async (operation: string): Promise<number[]> => {
    const { requests } = await opened().control<Requests>('/requests');
    return requests.filter((each) => each.operation === operation).map(({ status }) => status);
  };

  it('a user creates and renames an organization, and the back and forward buttons show its new name', async () => {
    const { page } = opened();
    await write(page.getByLabel('Name'), 'Loom Society');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Loom Society' }).click();
    await write(page.getByLabel('New name'), 'Weavers');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Weavers', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Weavers' }).waitFor();
    await page.goForward();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Weavers');
  });

  it('a user invites a person, changes a role, and removes a member', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'Difference Works' }).click();
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await write(invitations.getByLabel('E-mail'), 'new@example.com');
    await invitations.getByRole('button', { name: 'Invite' }).click();
    await invitations.getByText('The invitation is sent').waitFor();
    await invitations.getByText('new@example.com').waitFor();
    await invitations.getByRole('button', { name: 'Withdraw new@example.com' }).click();
    await invitations.getByRole('button', { name: 'Confirm: Withdraw new@example.com' }).click();
    await invitations.getByText('Nobody is invited').waitFor();
    await page.getByLabel('Role of Mary Somerville').selectOption('VIEWER');
    await expect.poll(() => statuses('organizations.members.updateRole')).toEqual([200]);
    await page.getByRole('button', { name: 'Remove George Boole' }).click();
    await page.getByRole('button', { name: 'Confirm: Remove George Boole' }).click();
    await page.getByText('george@example.com').waitFor({ state: 'detached' });
  });

  it('buttons are disabled if the user lacks the permission', async () => {
    const { page, goTo } = opened();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await write(page.getByLabel('E-mail'), 'mary@example.com');
    await write(page.getByLabel('Password'), 'difference-engine');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Difference Works' }).click();
    await page.getByText('but not manage it').waitFor();
    await shoot(page, `${name}-forbidden`);
    for (const button of ['Rename', 'Invite', 'Remove Ada Lovelace'])
      expect(await page.getByRole('button', { name: button, exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Create project' }).isEnabled()).toBe(true);
    await goTo('/');
  });

  it('a user creates a key, sees its secret once, and copies it', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'Analytical Engines' }).click();
    await page.getByRole('link', { name: 'Bernoulli numbers' }).click();
    await write(page.getByLabel('Label of a new key'), 'CI');
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('group', { name: 'Secret key' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    expect(secret.length).toBeGreaterThan(10);
    await shoot(page, `${name}-secret`);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByText(/Copied|Select the text/).waitFor();
    await page.getByText('CI', { exact: true }).waitFor();
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await page.reload();
    await page.getByText('CI', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('a user creates, rotates and revokes an agent pass', async () => {
    const { page } = opened();
    await page.getByRole('link', { name: 'Analytical Engines' }).click();
    await page.getByRole('link', { name: 'Bernoulli numbers' }).click();
    await write(page.getByLabel('Title of a new pass'), 'Deploys');
    await page.getByRole('button', { name: 'Create pass' }).click();
    const shown = page.getByRole('group', { name: 'Key of the pass' }).locator('code');
    const first = await shown.textContent();
    await page.getByRole('button', { name: 'New key Deploys' }).click();
    await page.getByRole('button', { name: 'Confirm: New key Deploys' }).click();
    await expect.poll(() => shown.textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'Revoke Deploys' }).click();
    await page.getByRole('button', { name: 'Confirm: Revoke Deploys' }).click();
    await page.getByText('revoked').waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('active', { exact: true }).waitFor();
  });

  it('a user requests a transfer, confirms it with the code, and reads why a payment is too large', async () => {
    const { page, control, goTo } = opened();
    await goTo('/wallets');
    await page.getByRole('link', { name: 'Analytical Engines' }).click();
    const target = (await page.locator('.balance code').textContent()) ?? '';
    await page.goBack();
    await page.getByRole('link', { name: 'Your own wallet' }).click();
    const transfer = page.getByRole('region', { name: 'Transfer with codes' });
    await write(transfer.getByLabel('To the wallet'), target);
    await write(transfer.getByLabel('Amount'), '12.30');
    await transfer.getByRole('button', { name: 'Request' }).click();
    await transfer.getByText('waits for your code').waitFor();
    const codeOf = async (): Promise<string> => (await control<Inbox>('/inbox?to=ada@example.com')).messages.at(-1)?.code ?? '';
    await write(transfer.getByLabel('Code'), await codeOf());
    await transfer.getByRole('button', { name: 'Confirm' }).click();
    await transfer.getByText('waits for the recipient').waitFor();
    await write(transfer.getByLabel('Code'), await codeOf());
    await transfer.getByRole('button', { name: 'Accept' }).click();
    await transfer.getByText('completed').waitFor();
    await expect.poll(() => page.locator('.balance').textContent()).toContain('87.7 credits');

    const pay = page.getByRole('region', { name: 'Pay' });
    await write(pay.getByLabel('To the wallet'), target);
    await write(pay.getByLabel('Amount'), '1000');
    await pay.getByRole('button', { name: 'Pay' }).click();
    await pay.getByText('There are too few credits.').waitFor();
    await shoot(page, `${name}-insufficient`);
    expect(await pay.getByRole('alert').textContent()).toContain('so 912.3 credits are missing');
  });

  it('the page shows that a payment with a lost response was made', async () => {
    const { page, control, goTo } = opened();
    await goTo('/wallets');
    await page.getByRole('link', { name: 'Analytical Engines' }).click();
    const target = (await page.locator('.balance code').textContent()) ?? '';
    await page.goBack();
    await page.getByRole('link', { name: 'Your own wallet' }).click();
    // The response breaks after its headers, because browsers repeat a request after an earlier reset.
    await control('/faults', { operation: 'wallets.transact', failure: 'truncated-body', applied: true });
    const pay = page.getByRole('region', { name: 'Pay' });
    await write(pay.getByLabel('To the wallet'), target);
    await write(pay.getByLabel('Amount'), '2.5');
    await pay.getByRole('button', { name: 'Pay' }).click();
    await pay.getByText('It may have been carried out').waitFor();
    await pay.getByRole('button', { name: 'Was it paid?' }).click();
    await pay.getByText('The list of transactions: found.').waitFor();
    expect(await statuses('wallets.transact')).toHaveLength(1);
  });

  it('a user chats with a model, and sees the cost', async () => {
    const { page, goTo } = opened();
    await goTo('/chat');
    await page.getByLabel('Model').selectOption('acme/sage');
    await send('Describe a difference engine.');
    await page.getByText('Tokens of the reply').waitFor();
    await expect.poll(() => page.getByText('Spent in this chat').locator('..').textContent()).not.toContain(' 0 credits');
    expect((await lastMessage().textContent())?.length).toBeGreaterThan(10);
    await page.getByText(/\d+ requests are free in this minute/).waitFor();
  });

  it('stopping a reply keeps its text, and shows no error', async () => {
    const { page, goTo, control } = opened();
    await goTo('/chat');
    await control('/faults', { operation: 'gateway.chatStream', failure: 'stall-body' });
    await send('Describe the looms of Jacquard and the cards that they read.');
    await expect.poll(async () => (await lastMessage().textContent())?.startsWith('Model')).toBe(true);
    const text = await lastMessage().textContent();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await lastMessage().textContent()).toBe(text);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('the text of an interrupted chat stays visible, and the user can retry', async () => {
    const { page, goTo, control } = opened();
    await goTo('/chat');
    await control('/faults', { operation: 'gateway.chatStream', failure: 'reset-body' });
    await send('Describe the looms of Jacquard and the cards that they read.');
    await page.getByText('The reply was cut.').waitFor();
    const cut = await lastMessage().textContent();
    await shoot(page, `${name}-cut`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect((await lastMessage().textContent())?.length).toBeGreaterThan(cut?.length ?? 0);
    expect(await statuses('gateway.chatStream')).toHaveLength(2);
  });

  it('the chat explains why the gateway rejects a chat without credits', async () => {
    const { page, goTo, control } = opened();
    await goTo('/chat');
    const body = { detail: 'Too few credits.', error: { code: 'INSUFFICIENT_CREDITS', required_amount: 2, checked_wallets: [] } };
    await control('/faults', { operation: 'gateway.chatStream', status: 402, body });
    await send('Hello');
    await page.getByText('There are too few credits for this reply.').waitFor();
    await shoot(page, `${name}-402`);
    await page.getByRole('link', { name: 'Look at your wallets' }).click();
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
    expect(await statuses('gateway.chatStream')).toEqual([402]);
  });

  it('a user chats with the memory service, finds the memory, and deletes it', async () => {
    const { page, goTo } = opened();
    await goTo('/memory');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await send('My favourite colour is blue.');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Model' }).count()).toBe(1);
    await page.reload();
    await page.getByText('My favourite colour is blue.').first().waitFor();
    await page.getByRole('link', { name: 'Memory', exact: true }).first().click();
    await write(page.getByLabel('Find memories by their meaning'), 'favourite colour');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('list', { name: 'Found memories' }).getByText('My favourite colour is blue.').waitFor();
    await page.getByRole('button', { name: 'Forget My favourite colour is blue.' }).click();
    await page.getByRole('button', { name: 'Confirm: Forget My favourite colour is blue.' }).click();
    await page.getByRole('list', { name: 'All memories' }).getByText('My favourite colour is blue.').waitFor({ state: 'detached' });
  });

  it('a user drops a file for a translation, and reads its original text', async () => {
    const { page, goTo } = opened();
    await goTo('/upload');
    await page.getByLabel('Translate to').selectOption('de');
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['The engine weaves patterns.'], 'engine.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByRole('region', { name: 'Original' }).first().waitFor();
    await shoot(page, `${name}-translation`);
    expect(await page.getByRole('region', { name: 'Original' }).last().textContent()).toBe('The engine weaves patterns.');
  });

  it('an upload succeeds if the access token expires before the upload', async () => {
    const { page, goTo, control } = opened();
    // Both pages have loaded their settings, so that only the upload uses the expired token.
    await expect.poll(() => statuses('settings.get')).toHaveLength(1);
    await goTo('/upload');
    await expect.poll(() => statuses('settings.get')).toHaveLength(2);
    await control('/clock/advance', { ms: FIFTEEN_MINUTES });
    const buffer = Buffer.alloc(2_000_000, 'A line of a long text.\n');
    await page.getByLabel(/Drop a file here/).setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer });
    await page.getByText('of 2000000 characters').waitFor();
    expect(await statuses('upload.upload')).toEqual([401, 200]);
    expect(await statuses('auth.refresh')).toEqual([200]);
  });

  it('a user returns to the same page after the session ended and a new sign-in', async () => {
    const { page, goTo, control } = opened();
    await goTo('/upload');
    await control('/clock/advance', { ms: 400 * 24 * 3_600_000 });
    await page.getByLabel(/Drop a file here/).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('A text') });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Upload', level: 1 }).waitFor();
    expect(await statuses('auth.login')).toEqual([200, 200]);
  });

  it('the back button returns to the previous search', async () => {
    const { page, goTo } = opened();
    await goTo('/search');
    await write(page.getByLabel('Words'), 'loom');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Jacquard loom' }).waitFor();
    await write(page.getByLabel('Words'), 'What is a difference engine?');
    await page.getByLabel('Result').selectOption('agentic');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByRole('list', { name: 'Sources' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Jacquard loom' }).waitFor();
    expect(await page.getByLabel('Words').inputValue()).toBe('loom');
  });

  it('the page requests the projects of only 20 organizations at a time', async () => {
    const { environment, page, goTo, control } = opened();
    const { accessToken } = await control<{ accessToken: string }>('/keys', { kind: 'session' });
    const organizations = createOrganizationsClient(createPlatform({ ...environment.options, accessToken }));
    for (let index = 0; index < 30; index += 1) await organizations.create({ name: `Organization ${index}` });
    const own = (await organizations.list({}, { forceRefresh: true })).length;
    await goTo('/traces');
    await page.getByText(`20 of ${own} are shown.`).waitFor();
    await expect.poll(async () => (await statuses('projects.list')).length).toBe(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await statuses('projects.list')).length).toBe(own);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('a user converts a page, then a site, and opens a file of its archive', async () => {
    const { page, goTo } = opened();
    await goTo('/converter');
    await page.getByRole('button', { name: 'Convert' }).click();
    await page.getByRole('region', { name: 'Markdown of the page' }).waitFor();
    await page.getByLabel('Scope').selectOption('crawl');
    await page.getByRole('button', { name: 'Convert' }).click();
    const archive = page.getByRole('region', { name: 'Archive' });
    await archive.getByRole('button', { name: /\.md$/ }).first().click();
    await expect.poll(() => archive.locator('pre').textContent()).not.toBe('');
    await shoot(page, `${name}-archive`);
    expect((await page.getByRole('log').textContent())?.length).toBeGreaterThan(20);
  });

  it('a setting that was changed offline is sent later, and appears in another tab', async () => {
    const { page, context, server, goTo, newPage, control } = opened();
    const themeOf = (each: typeof page): Promise<string | undefined> => each.evaluate(() => document.documentElement.dataset['theme']);
    const other = await newPage();
    await other.goto(`${server.url}/settings`);
    await other.getByText('All changes are sent').waitFor();
    await goTo('/settings');
    await page.getByText('All changes are sent').waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.getByLabel('Theme').selectOption('dark');
    expect(await themeOf(page)).toBe('dark');
    await expect.poll(() => themeOf(other)).toBe('dark');
    await page.getByText('1 change waits to be sent').waitFor();
    await shoot(page, `${name}-offline`);
    await context.setOffline(false);
    await page.getByText('All changes are sent').waitFor();
    await page.reload();
    await page.getByText('All changes are sent').waitFor();
    expect(await themeOf(page)).toBe('dark');
    expect(await statuses('settings.update')).toContain(200);
    await control('/counts');
  });
});
