import { createAuthClient } from '@platform-sdk/auth';
import { mutation } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Welcome } from '../components/welcome.tsx';
import { readConfig } from '../platform/config.ts';

/** Registers an account, and activates it with the code from the e-mail. Both steps may sign the user in. */
export const Register = () => {
  const auth = useClient(createAuthClient);
  const register = useMutation(mutation(auth.register));
  const result = register.data;
  if (result?.status === 'activation-required' && result.userId) return <Activation userId={result.userId} />;
  return (
    <Welcome title="Register">
      {result?.status === 'activation-required' && <p role="status">Your account waits for its code. Ask for help: its id is not known.</p>}
      {result?.status === 'registered' && <p role="status">Your account is ready: sign in with it.</p>}
      <Form
        label="Register"
        action="Register"
        isBusy={register.isPending}
        error={register.error}
        onSubmit={({ username = '', password = '' }) => register.mutate({ username, password })}
      >
        <Field label="E-mail" name="username" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="new-password" required minLength={8} />
      </Form>
      <p>
        You have an account? <Link href="/">Sign in</Link>
      </p>
    </Welcome>
  );
};

const Activation = ({ userId }: { readonly userId: string }) => {
  const auth = useClient(createAuthClient);
  const activate = useMutation(mutation(auth.activateByEmail));
  const resend = useMutation(mutation(auth.resendActivation));
  const [sent, setSent] = useState(0);
  const { inspector } = readConfig().hints;
  return (
    <Welcome title="Activate your account">
      <p role="status">{sent > 0 ? 'A new code is on its way.' : 'A code of 6 digits is on its way to you.'}</p>
      <Form
        label="Activate"
        action="Activate"
        isBusy={activate.isPending}
        error={activate.error ?? resend.error}
        onSubmit={({ code = '' }) => activate.mutate({ userId, code })}
      >
        <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" required />
      </Form>
      <button type="button" onClick={() => resend.mutate({ userId }, { onSuccess: () => setSent(sent + 1) })}>
        Send a new code
      </button>
      {inspector && (
        <p className="hint">
          The local platform sends no e-mail: the code is in the <a href={inspector}>inspector</a>, at "inbox".
        </p>
      )}
    </Welcome>
  );
};
