import type { FocusEvent, KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';
import type { Session } from '../kit/session.tsx';
import { useLogout } from '../kit/use-logout.ts';
import { Icon } from '../ui/icon.tsx';
import { SignUpButton } from './sign-up-button.tsx';
import { categoryLinks, profileLinks, type SiteLink, topLinks } from './site-links.ts';

const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>): void => {
  if (event.key !== 'Escape') return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
};

const closeOnLeave = (event: FocusEvent<HTMLDetailsElement>): void => {
  const to = event.relatedTarget;
  if (to instanceof Node && !event.currentTarget.contains(to)) event.currentTarget.open = false;
};

const Group = ({ title, links }: { title: string; links: SiteLink[] }) => (
  <>
    <h2 className="px-3 pt-3 text-sm text-muted">{title}</h2>
    <ul>
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className="sheet-link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </>
);

/** The full navigation on phones, and on all screens without JavaScript. A `<details>` element opens without scripts. */
export function MobileMenu({ session: { state, user } }: { session: Session }) {
  const location = useLocation();
  const logout = useLogout();
  return (
    // A new key for each navigation closes the menu when the new page is shown.
    <details key={location.key} className="tab:hidden noscript:block" onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <summary className="btn btn-quiet btn-square" aria-label="Menu">
        <Icon name="menu" />
      </summary>
      <nav aria-label="Menu" className="sheet">
        <Group title="Browse" links={topLinks} />
        <Group title="Categories" links={categoryLinks} />
        {state === 'signed-out' ? (
          <div className="m-3 grid grid-cols-2 gap-2.5">
            <Link to="/login" className="btn btn-outline">
              Login
            </Link>
            <SignUpButton className="btn btn-solid">
              Create<span className="sr-only"> account</span>
            </SignUpButton>
          </div>
        ) : (
          <>
            <Group title={user?.username ?? 'Account'} links={profileLinks(user)} />
            <button type="button" className="sheet-link w-full text-left noscript:hidden" onClick={() => void logout()}>
              Logout
            </button>
          </>
        )}
      </nav>
    </details>
  );
}
