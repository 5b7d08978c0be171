import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** URL fragment that opens the sign-up dialog on any page. */
export const SIGN_UP_HASH = '#register';

/** Opens the sign-up dialog on top of this page. Before scripts run, it is a plain form that opens the dialog on /login. */
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
