import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The fragment at which the sign-up dialog is open, on every page. */
export const SIGN_UP_HASH = '#register';

/** Opens the sign-up dialog over this page. Before scripts run it is a plain form, which opens it over /login. */
export function SignUpButton({ className, children }: { className: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <form
      action={`/login${SIGN_UP_HASH}`}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(pathname + search + SIGN_UP_HASH, { preventScrollReset: true, state: SIGN_UP_HASH });
      }}
    >
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  );
}
