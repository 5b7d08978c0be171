import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { settingsPageOf, settingsPages } from '#client/features/admin/settings/components/settings-pages.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';

export const page: PageSpec = {
  load: ({ params }) => {
    if (!settingsPageOf(params.page)) throw new CallError('Nothing was found at this URL.', 404, 'NOT_FOUND');
    return undefined;
  },
  head: ({ context, params }) => ({
    title: `${settingsPageOf(params.page)?.title ?? 'Page Not Found'} - ${context.site.siteName}`,
    canonical: null,
  }),
  Failure: ({ fallback }) => <AdminFrame>{fallback}</AdminFrame>,
};

/** /admin/settings/*: shows the selected page and highlights its link (specification, section 2, 'Admin settings'). */
export default function AdminSettingsPage() {
  const params = useParams();
  const shown = settingsPageOf(params.page);
  const nav = useRef<HTMLElement>(null);
  // On narrow screens the links overflow, so scroll the active one into view.
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && active && shown) nav.current.scrollLeft = active.offsetLeft - nav.current.offsetLeft - 40;
  }, [shown]);
  if (!shown) return null;
  return (
    <AdminFrame
      pages={
        <nav ref={nav} aria-label="Settings pages" className="min-w-0 max-lg:bleed-x lg:sticky lg:top-7">
          <ul className="flex gap-1 lg:flex-col">
            {settingsPages.map(({ key, label }) => (
              <li key={key}>
                <Link
                  to={`/admin/settings/${key}`}
                  className="admin-link whitespace-nowrap"
                  aria-current={key === shown.key ? 'page' : undefined}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      <div className="max-w-[52rem]">
        <PageTitle>{shown.title}</PageTitle>
        <div className="mt-6">
          <shown.Page key={shown.key} />
        </div>
      </div>
    </AdminFrame>
  );
}
