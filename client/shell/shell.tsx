// The frame of every page: skip link, header, the page, footer. Admin pages ask for a bare one.
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { ReactionsProvider } from '#client/features/resources/bookmarks/components/reactions-provider.tsx';
import type { PageHandle } from '#client/kit/data/page.ts';
import { ToastOutlet } from '#client/ui/overlay/toast-outlet.tsx';
import { CONTENT_ID } from '../kit/content-id.ts';
import { onShown, shownEverywhere } from '../kit/everywhere.ts';
import { AnnouncementLine } from './announcement-line.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MaintenanceLine } from './maintenance-line.tsx';
import { SessionOutlet } from './session-outlet.tsx';

/** Moves the focus to the new page's heading, so that a screen reader tells where it is. */
const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
};

/** Past the navigation that a page has of its own, where it has some; else the link leads to `main` by itself. */
const skipToContent = (event: MouseEvent): void => {
  const content = document.getElementById(CONTENT_ID);
  if (!content) return;
  // An entry of the history without its state would open the panel's first section.
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
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link within the page, which some pages lead further in */}
      <a href="#main" className="btn btn-solid skip-link" onClick={skipToContent}>
        Skip to content
      </a>
      {state !== 'idle' && (
        <div className="progress" role="status">
          <span className="sr-only">Loading</span>
        </div>
      )}
      <MaintenanceLine />
      {!isBare && <Header />}
      {!isBare && <AnnouncementLine />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {/* A page that could not be loaded is one panel as well. */}
      {!isBare && <Footer short={short || Boolean(match?.loaderData)} />}
      <SessionOutlet />
      <ToastOutlet />
      {Part && <Part />}
      <ReactionsProvider />
      {/* Writes no script into the page here: only the framework mode of the router does. */}
      <ScrollRestoration />
    </div>
  );
}
