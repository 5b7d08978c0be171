import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '#client/kit/logo.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { type AdminSection, adminPages, adminSections } from './admin-sections.ts';
import './admin.css';

type Counts = Partial<Record<AdminSection, number>>;

const Entry = ({ icon, label, count }: { icon: IconName; label: string; count?: number | undefined }) => (
  <>
    <Icon name={icon} />
    <span className="min-w-0 flex-1">{label}</span>
    {count !== undefined && count > 0 && (
      <span className="mono text-muted">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    )}
  </>
);

/**
 * The administration's frame: menu, top bar, the page. Inside the panel a section is chosen by `onSection`; elsewhere the menu
 * leads to the panel. `tools` stand in the top bar, `waiting` are the numbers beside the sections.
 */
export const AdminFrame = ({
  section,
  onSection,
  tools,
  waiting = {},
  children,
}: {
  section?: AdminSection;
  onSection?: (section: AdminSection) => void;
  tools?: ReactNode;
  waiting?: Counts;
  children: ReactNode;
}) => {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="admin" data-open={isOpen || undefined}>
      <header className="admin-bar">
        <IconButton
          icon={isOpen ? 'close' : 'menu'}
          label="Administration menu"
          aria-expanded={isOpen}
          aria-controls="admin-menu"
          className="admin-burger"
          onClick={() => setOpen(!isOpen)}
        />
        {tools}
        <span className="ml-auto font-semibold max-md:sr-only">Administrator</span>
      </header>
      <nav id="admin-menu" aria-label="Administration" className="admin-menu">
        <Logo />
        <ul className="mt-5 grid gap-1">
          {adminSections.map(({ key, label, icon }) => (
            <li key={key}>
              {onSection ? (
                <button
                  type="button"
                  className="admin-link"
                  aria-current={section === key ? 'true' : undefined}
                  onClick={() => {
                    onSection(key);
                    setOpen(false);
                  }}
                >
                  <Entry icon={icon} label={label} count={waiting[key]} />
                </button>
              ) : (
                <Link to="/admin" state={{ section: key }} className="admin-link">
                  <Entry icon={icon} label={label} count={waiting[key]} />
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
                  pathname === path || (path.includes('/settings/') && pathname.startsWith('/admin/settings'))
                    ? 'page'
                    : undefined
                }
              >
                <Entry icon={icon} label={label} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="admin-content">{children}</div>
    </div>
  );
};
