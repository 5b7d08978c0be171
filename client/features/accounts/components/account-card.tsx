import type { ReactNode } from 'react';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';

/** Narrow card used on the login page and on the pages that emailed links open. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap py-11 md:py-21">
      <div className="mx-auto sm:w-115">
        <PageTitle className="mb-6">{title}</PageTitle>
        <Panel className="sm:p-7">{children}</Panel>
      </div>
    </div>
  );
}
