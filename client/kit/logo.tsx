import { Link } from 'react-router';

/** The H whose bar is a tally light, and the name; leads home. */
export const Logo = () => (
  <Link to="/" className="display flex items-center gap-2.5 py-2 text-[1.375rem]">
    <svg viewBox="0 0 26 26" className="size-6.5" aria-hidden="true">
      <path d="M2 2h7v22H2ZM17 2h7v22h-7Z" fill="currentColor" />
      <path d="M9 17.5 17 8.5" stroke="var(--tally)" strokeWidth="5" />
    </svg>
    Helix
  </Link>
);
