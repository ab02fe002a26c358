import { useEffect, type ReactNode } from 'react';

/** The frame of the pages that a user sees before signing in. */
export const Welcome = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Platform console`;
  }, [title]);
  return (
    <main className="welcome">
      <p className="brand">Platform console</p>
      <h1>{title}</h1>
      {children}
    </main>
  );
};
