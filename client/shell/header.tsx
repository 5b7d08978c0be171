// The shared header: a search form and links. They also work without JavaScript and before scripts have loaded.
import { Link, useLocation } from 'react-router';
import { SearchForm } from '#client/features/content/home/components/search-form.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Logo } from '../kit/logo.tsx';
import { useAuth } from '../kit/session.tsx';
import { DemoMark } from '../ui/demo-mark.tsx';
import { Icon } from '../ui/icon.tsx';
import { laterPart } from '../ui/later-part.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SignUpButton } from './sign-up-button.tsx';
import { type SiteLink, topLinks } from './site-links.ts';

export const LatePaletteOpener = laterPart(() => import('./palette-opener.tsx').then((file) => file.PaletteOpener));
const MobileMenu = laterPart(() => import('./mobile-menu.tsx').then((file) => file.MobileMenu));
const Bell = laterPart(() => import('#client/features/notifications/components/bell.tsx').then((file) => file.Bell));

export function Header() {
  const { pathname } = useLocation();
  const { session } = useAuth();
  const { site } = useAppContext();
  const isBelow = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  const isCurrent = ({ to, also }: SiteLink) => isBelow(to) || (also !== undefined && isBelow(also));
  return (
    // On the home page, the header overlays the hero image, which is dark in both themes.
    <header className="site-header" data-theme={pathname === '/' ? 'dark' : undefined}>
      <div className="wrap flex h-15 items-center gap-3 tab:gap-4 md:h-17 md:gap-8">
        <Logo />
        <nav aria-label="Main" className="hidden items-center gap-4 font-medium text-muted tab:flex md:gap-6.5">
          {topLinks.map((link) => (
            <Link key={link.to} to={link.to} className="site-link" aria-current={isCurrent(link) ? 'page' : undefined}>
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2.5">
          {site.demo && (
            <span className="mr-2 hidden lg:block">
              <DemoMark />
            </span>
          )}
          <SearchForm label="Search the site" placeholder="Search" size="bar" className="hidden md:block">
            <LatePaletteOpener />
          </SearchForm>
          <Link
            to="/resources"
            className={buttonClass({ variant: 'quiet', className: 'btn-square md:hidden' })}
            aria-label="Search"
            data-palette
          >
            <Icon name="search" />
          </Link>
          {session.state !== 'signed-out' ? (
            <>
              <Bell />
              <ProfileMenu user={session.user} />
            </>
          ) : (
            <>
              <Link to="/login" className={buttonClass({ variant: 'quiet', className: 'hidden tab:inline-flex' })}>
                Login
              </Link>
              <SignUpButton className={buttonClass({ variant: 'solid', className: 'hidden tab:inline-flex' })}>
                Register
              </SignUpButton>
            </>
          )}
          <MobileMenu session={session} />
        </div>
      </div>
    </header>
  );
}
