import { createAuthClient } from '@platform-sdk/auth';
import { mutation } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Welcome } from '../components/welcome.tsx';
import { readConfig } from '../platform/config.ts';

/** Signs a user in. The URL stays the same, so that the user continues on the requested page. */
export const SignIn = () => {
  const auth = useClient(createAuthClient);
  const login = useMutation(mutation(auth.login));
  const { account } = readConfig().hints;
  return (
    <Welcome title="Sign in">
      <Form
        label="Sign in"
        action="Sign in"
        isBusy={login.isPending}
        error={login.error}
        onSubmit={({ username = '', password = '' }) => login.mutate({ username, password })}
      >
        <Field label="E-mail" name="username" type="email" autoComplete="username" required defaultValue={account?.email} />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required defaultValue={account?.password} />
      </Form>
      {account && <p className="hint">The account of the local platform is filled in.</p>}
      <p>
        No account? <Link href="/register">Register</Link>
      </p>
    </Welcome>
  );
};
