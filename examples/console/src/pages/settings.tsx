import { createAuthClient } from '@platform-sdk/auth';
import { mutation } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Choice, Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Page, Section } from '../components/page.tsx';
import { usePageSettings, useSettingsStore } from '../hooks/use-page-settings.ts';

const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', it: 'Italiano' };

/** Shows settings that take effect immediately in all tabs. Changes are sent in the background. */
export const Settings = () => {
  const [{ theme = 'light', language = 'en' }, set] = usePageSettings();
  return (
    <Page title="Settings">
      <Section title="Appearance">
        <Choice label="Theme" value={theme} onChange={({ target }) => set({ theme: target.value === 'dark' ? 'dark' : 'light' })}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </Choice>
        <Choice
          label="Language"
          hint="Kept with your account. The console itself speaks English."
          value={language}
          onChange={({ target }) => set({ language: target.value })}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Choice>
        <Unsent />
      </Section>
      <Password />
    </Page>
  );
};

/** Shows how many changes the service has not received yet. */
const Unsent = () => {
  const store = useSettingsStore();
  const count = useSyncExternalStore(store.subscribe, () => Object.keys(store.pending().fields).length);
  return (
    <p role="status" className="quiet">
      {count === 0 ? 'All changes are sent.' : `${count} ${count === 1 ? 'change waits' : 'changes wait'} to be sent.`}
    </p>
  );
};

const Password = () => {
  const auth = useClient(createAuthClient);
  const change = useMutation(mutation(auth.changePassword));
  return (
    <Section title="Password">
      <Form
        label="Password"
        action="Change password"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={({ current_password = '', new_password = '' }, form) =>
          change.mutate({ current_password, new_password }, { onSuccess: () => form.reset() })
        }
      >
        <Field label="Current password" name="current_password" type="password" autoComplete="current-password" required />
        <Field label="New password" name="new_password" type="password" autoComplete="new-password" minLength={8} required />
      </Form>
      {change.isSuccess && <p role="status">The password is changed.</p>}
    </Section>
  );
};
