import { Link } from 'react-router';
import type { SiteFacts } from '#contract/content/home.ts';
import { shortName, useSite } from './site.ts';

/**
 * The Helix logo (an H with a tally light as its crossbar, and the name), or the logo uploaded by an administrator with the site
 * name as alt text.
 */
export function LogoMark({ site }: { site: Pick<SiteFacts, 'siteName' | 'logo'> }) {
  return site.logo ? (
    <img src={site.logo} alt={shortName(site.siteName)} className="h-9 max-w-45 object-contain object-left" />
  ) : (
    <>
      <svg viewBox="0 0 26 26" className="size-6.5 shrink-0" aria-hidden="true">
        <path d="M2 2h7v22H2ZM17 2h7v22h-7Z" fill="currentColor" />
        <path d="M9 17.5 17 8.5" stroke="var(--tally)" strokeWidth="5" />
      </svg>
      <span className="max-w-45 truncate py-1">{shortName(site.siteName)}</span>
    </>
  );
}

export const logoClass = 'display flex items-center gap-2.5 py-1 text-[1.375rem]';

/** The logo as a link to the home page. */
export function Logo() {
  return (
    <Link to="/" className={logoClass}>
      <LogoMark site={useSite()} />
    </Link>
  );
}
