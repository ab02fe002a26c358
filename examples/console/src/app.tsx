import { useSession } from '@platform-sdk/react';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Loading } from './components/loading.tsx';
import { useForgetfulQueries } from './hooks/use-forgetful-queries.ts';
import { SignIn } from './pages/sign-in.tsx';

const Register = lazy(async () => ({ default: (await import('./pages/register.tsx')).Register }));
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }));

/** Shows the user's pages, or the sign-in pages if the user is signed out in any tab. The `key` discards the previous user's state. */
export const App = () => {
  const { status, user } = useSession();
  useForgetfulQueries();
  return (
    <Suspense fallback={<Loading />}>
      {status === 'signed-in' && <SignedIn key={user?.id} />}
      {status === 'signed-out' && (
        <Switch>
          <Route path="/register" component={Register} />
          <Route component={SignIn} />
        </Switch>
      )}
    </Suspense>
  );
};
