// The frame around every page: skip link, header, page and footer. Admin pages have no header or footer.
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ReactionsProvider } from '#client/features/resources/bookmarks/components/reactions-provider.tsx';
import type { PageHandle } from '#client/kit/data/page.ts';
import { ToastOutlet } from '#client/ui/overlay/toast-outlet.tsx';
import { CONTENT_ID } from '../kit/content-id.ts';
import { onShown, shownEverywhere } from '../kit/everywhere.ts';
import { AnnouncementLine } from './announcement-line.tsx';
import { Footer } from './footer.tsx';
import { Header, LatePaletteOpener } from './header.tsx';
import { MaintenanceLine } from './maintenance-line.tsx';
import { SessionOutlet } from './session-outlet.tsx';

/** Moves the focus to the new page's heading, so that screen readers announce it. */
const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
    // A dialog may have been opened in the meantime.
    if (!target || document.activeElement?.closest('[role=dialog][data-open]')) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
};

/** Focuses the content of pages that have their own navigation. On other pages the link jumps to `main`. */
const skipToContent = (event: MouseEvent): void => {
  const content = document.getElementById(CONTENT_ID);
  if (!content) return;
  // A normal jump would add a history entry without state, and the admin panel would switch to its first section.
  event.preventDefault();
  content.focus();
};

export function Shell() {
  const { state } = useNavigation();
  const match = useMatches().at(-1);
  const { bare: isBare = false, short = false } = (match?.handle as PageHandle | undefined) ?? {};
  const Part = useSyncExternalStore(onShown, shownEverywhere, shownEverywhere);
  useHeadingFocus();
  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: a link within the page; some pages move its target */}
      <a href="#main" className="btn btn-solid skip-link" onClick={skipToContent}>
        Skip to content
      </a>
      {state !== 'idle' && (
        <div className="progress" role="status">
          <span className="sr-only">Loading</span>
        </div>
      )}
      <MaintenanceLine />
      {isBare ? <LatePaletteOpener silent /> : <Header />}
      {!isBare && <AnnouncementLine />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {/* Loader data is only set for error screens, which consist of a single panel. */}
      {!isBare && <Footer short={short || Boolean(match?.loaderData)} />}
      <SessionOutlet />
      <ToastOutlet />
      {Part && <Part />}
      <ReactionsProvider />
      {/* This component renders an inline script only in the router's framework mode, which is not used here. */}
      <ScrollRestoration />
    </div>
  );
}
