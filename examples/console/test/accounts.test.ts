import { describe, expect, it } from 'vitest';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { openEach, write } from './open-console.ts';

interface Inbox {
  readonly messages: readonly { readonly code?: string }[];
}

describe.each(installedBrowsers.map((each) => [each.browser, each] as const))('accounts in %s', (_, installed) => {
  const opened = openEach(installed, { isSignedIn: false });

  it('the sign-in shows the organizations, and a reload keeps the session', async () => {
    const { page, signIn } = opened();
    await signIn();
    await page.getByRole('link', { name: 'Analytical Engines' }).waitFor();
    await page.getByRole('link', { name: 'Difference Works' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Difference Works' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Organizations');
  });

  it('the sign-in page explains a wrong password', async () => {
    const { page, goTo } = opened();
    await goTo('/');
    await write(page.getByLabel('Password'), 'wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
  });

  it('a new account is registered, and activated with the code that was sent', async () => {
    const { page, goTo, control } = opened();
    await goTo('/');
    await page.getByRole('link', { name: 'Register' }).click();
    // The previous page has a field with the same name.
    await page.getByRole('heading', { name: 'Register' }).waitFor();
    await write(page.getByLabel('E-mail'), 'grace@example.com');
    await write(page.getByLabel('Password'), 'nanoseconds matter');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor();
    const { messages } = await control<Inbox>('/inbox?to=grace@example.com');
    await write(page.getByLabel('Code'), messages.at(-1)?.code ?? '');
    await page.getByRole('button', { name: 'Activate' }).click();
    await expect.poll(() => page.getByRole('banner').textContent()).toContain('Sign out');
    expect(await page.getByText('Difference Works').count()).toBe(0);
  });

  it('a rejected registration shows its message next to the field, until the next submit', async () => {
    const { page, goTo } = opened();
    await goTo('/');
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await write(email, 'ada@example.com');
    await write(page.getByLabel('Password'), 'nanoseconds matter');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual(['There is an account with this username already.']);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent)).toBe(
      'There is an account with this username already.',
    );
    expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBeNull();

    await write(email, 'katherine@example.com');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor();
  });

  it('a second user of the same tab only sees their own memories', async () => {
    const { page, signIn } = opened();
    await signIn();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByText('My team is in Turin.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await write(page.getByLabel('E-mail'), 'charles@example.com');
    await write(page.getByLabel('Password'), 'difference-engine');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByText('My workshop is in London.').waitFor();
    expect(await page.getByText('My team is in Turin.').count()).toBe(0);
  });

  it('signing out in a tab signs out all tabs', async () => {
    const { page, server, signIn, newPage } = opened();
    await signIn();
    const other = await newPage();
    await other.goto(server.url);
    await other.getByRole('link', { name: 'Difference Works' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await other.getByText('Difference Works').count()).toBe(0);
  });
});
