import { lazy, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Header } from './components/header.tsx';
import { Loading } from './components/loading.tsx';
import { Page } from './components/page.tsx';
import { OfflineNote } from './components/offline-note.tsx';
import { routes } from './routes.tsx';

const UserTheme = lazy(async () => ({ default: (await import('./components/user-theme.tsx')).UserTheme }));

/** The frame of all pages for signed-in users. */
export const SignedIn = () => {
  const [place] = useLocation();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header />
      <Suspense>
        <UserTheme />
      </Suspense>
      <OfflineNote />
      <ErrorBoundary place={place}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {routes.map(({ path, component }) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route>
              <Page title="Not found">
                <p>There is no such page.</p>
              </Page>
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </>
  );
};
