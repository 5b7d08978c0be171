import { Link } from 'react-router';
import { Logo } from '../kit/logo.tsx';
import { useSite } from '../kit/site.ts';
import { useTheme } from '../kit/theme.tsx';
import { DemoMark } from '../ui/demo-mark.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { footerColumns } from './site-links.ts';

const [legal] = footerColumns.slice(-1);

/**
 * The footer: four columns and a bottom line. `short` pages get only the line, so that the footer doesn't dominate the screen.
 */
export function Footer({ short }: { short: boolean }) {
  const site = useSite();
  const { theme, choose } = useTheme();
  return (
    <footer className="border-t border-line">
      {!short && (
        <div className="wrap grid grid-cols-2 gap-6 pt-11 md:grid-cols-[2fr_repeat(4,1fr)]">
          <div className="max-md:col-span-2">
            <Logo />
            <p className="mt-2 text-muted">Assets by editors, for editors.</p>
          </div>
          {footerColumns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="mb-2 text-sm font-medium text-muted">{title}</h2>
              <ul>
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to} className="site-link">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      )}
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-4 text-sm text-muted">
        {/* Around New Year, server and browser may render different years. */}
        <p suppressHydrationWarning>
          © {new Date().getUTCFullYear()} {site.siteName}
        </p>
        {site.demo && (
          <span className="lg:hidden">
            <DemoMark />
          </span>
        )}
        {site.chatInviteUrl && (
          <a href={site.chatInviteUrl} className="site-link" target="_blank" rel="noreferrer">
            Community chat
          </a>
        )}
        {short &&
          legal?.links.map(({ label, to }) => (
            <Link key={to} to={to} className="site-link">
              {label}
            </Link>
          ))}
        <div className="ml-auto noscript:hidden">
          <ThemeToggle value={theme} onChange={choose} />
        </div>
      </div>
    </footer>
  );
}
