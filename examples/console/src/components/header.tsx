import { createAuthClient } from '@platform-sdk/auth';
import { mutation } from '@platform-sdk/query';
import { type SessionUser, useClient, useSession } from '@platform-sdk/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { menu } from '../routes.tsx';

/** Shows the menu, the user's name, and a button to sign out. On a phone, the menu is collapsed. */
export const Header = () => {
  const [place] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    setOpen(false);
  }, [place]);
  const closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  const isCurrent = (path: string): boolean =>
    path === '/' ? place === '/' || place.startsWith('/organizations') : place.startsWith(path);
  return (
    <header className="top" onKeyDown={closeOnEscape}>
      <Link href="/" className="brand">
        Platform console
      </Link>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="menu" className={isOpen ? 'open' : undefined}>
        <nav aria-label="Main">
          {menu.map(({ path, title }) => (
            <Link key={path} href={path} aria-current={isCurrent(path) ? 'page' : undefined}>
              {title}
            </Link>
          ))}
        </nav>
        <Account />
      </div>
    </header>
  );
};

/** A new account has an empty first name. */
const nameOf = ({ firstName = '', email = '' }: SessionUser = {}): string => (firstName === '' ? email : firstName);

const Account = () => {
  const auth = useClient(createAuthClient);
  const { user } = useSession();
  const logout = useMutation(mutation(auth.logout));
  return (
    <div className="account">
      <span>{nameOf(user)}</span>
      <button type="button" onClick={() => logout.mutate()} aria-busy={logout.isPending}>
        Sign out
      </button>
    </div>
  );
};
