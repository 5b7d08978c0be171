import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ConfirmationHost } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { useWaiting, WaitingBell } from '#client/features/admin/dashboard/waiting-bell.tsx';
import type { AdminSection } from '#client/kit/admin/panel-link.ts';
import { CONTENT_ID } from '#client/kit/content-id.ts';
import { Logo } from '#client/kit/logo.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon, type IconName, type IconPath } from '#client/ui/icon.tsx';
import { COMMAND } from '#client/ui/more-icons.ts';
import { AdminAccount } from './admin-account.tsx';
import { adminPages, adminSections } from './admin-sections.ts';
import { GlobalSearch } from './global-search.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import './admin.css';

const Entry = ({
  icon,
  label,
  count = 0,
}: {
  icon: IconName | IconPath;
  label: string;
  count?: number | undefined;
}) => (
  <>
    <Icon name={icon} />
    <span className="min-w-0 flex-1">{label}</span>
    {count > 0 && (
      <span className="mono text-muted">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    )}
  </>
);

/**
 * Layout of the admin panel: menu, top bar with search and notifications, and the page. Inside the panel, `onSection` opens a
 * section; on other admin pages, the menu links to the panel. `tools` and `calendar` appear next to the notifications. `pages`
 * are links beside the page; the skip link also skips these.
 */
export function AdminFrame({
  section,
  onSection,
  tools,
  calendar,
  pages,
  children,
}: {
  section?: AdminSection;
  onSection?: (section: AdminSection) => void;
  tools?: ReactNode;
  calendar?: ReactNode;
  pages?: ReactNode;
  children: ReactNode;
}) {
  const { pathname, key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const burger = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useKeptFocus(content);
  const { waiting, failed, ask } = useWaiting();
  const counts: Partial<Record<AdminSection, number | undefined>> = {
    leakers: waiting?.applications.count,
    uploads: waiting?.uploads.count,
  };
  const pageCounts: Record<string, number | undefined> = {
    '/admin/reports': waiting?.reports.count,
    '/admin/requests': waiting?.requests.count,
  };

  // On narrow screens, focus the menu when it opens, and the page after an entry has been selected.
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('ul a, ul button')?.focus();
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: close on every navigation
  useEffect(() => setOpen(false), [key]);

  const close = (): void => {
    setOpen(false);
    burger.current?.querySelector('button')?.focus();
  };
  const choose = (next: AdminSection): void => {
    if (isOpen) content.current?.focus({ preventScroll: true });
    onSection?.(next);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from any focused element inside
    <div
      className="admin"
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen && !event.defaultPrevented) close();
      }}
    >
      <header className="admin-bar">
        <div ref={burger} className="admin-burger">
          <IconButton
            icon={isOpen ? 'close' : 'menu'}
            label="Admin menu"
            aria-expanded={isOpen}
            aria-controls="admin-menu"
            onClick={() => (isOpen ? close() : setOpen(true))}
          />
        </div>
        <GlobalSearch />
        <div className="ml-auto flex flex-none items-center gap-1">
          {tools}
          <WaitingBell waiting={waiting} failed={failed} ask={ask} />
          {calendar}
        </div>
        <AdminAccount />
      </header>
      <nav ref={menu} id="admin-menu" aria-label="Admin panel" className="admin-menu">
        <Logo />
        <ul className="mt-5 grid gap-1">
          {adminSections.map(({ key: name, label, icon }) => (
            <li key={name}>
              {onSection ? (
                <button
                  type="button"
                  className="admin-link"
                  aria-current={section === name ? 'true' : undefined}
                  onClick={() => choose(name)}
                >
                  <Entry icon={icon} label={label} count={counts[name]} />
                </button>
              ) : (
                <Link to="/admin" state={{ section: name }} className="admin-link">
                  <Entry icon={icon} label={label} count={counts[name]} />
                </Link>
              )}
            </li>
          ))}
        </ul>
        <ul className="mt-3 grid gap-1 border-t border-line pt-3">
          {adminPages.map(({ path, label, icon }) => (
            <li key={path}>
              <Link
                to={path}
                className="admin-link"
                aria-current={
                  pathname === path ||
                  pathname.startsWith(`${path}/`) ||
                  (path.includes('/settings/') && pathname.startsWith('/admin/settings'))
                    ? 'page'
                    : undefined
                }
              >
                <Entry icon={icon} label={label} count={pageCounts[path]} />
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className="admin-link" aria-haspopup="dialog" data-palette>
              <Icon name={COMMAND} />
              <span className="min-w-0 flex-1">Commands</span>
              <kbd className="kbd">Ctrl K</kbd>
            </button>
          </li>
        </ul>
      </nav>
      <div
        className={
          pages ? 'admin-page grid items-start gap-6 lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-9' : 'admin-page'
        }
      >
        {pages}
        <div ref={content} id={CONTENT_ID} tabIndex={-1} className="admin-content">
          {children}
        </div>
      </div>
      <ConfirmationHost />
    </div>
  );
}
