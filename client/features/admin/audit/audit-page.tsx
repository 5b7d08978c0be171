import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { AuditList } from './audit-list.tsx';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Audit log - ${context.site.siteName}`, canonical: null }),
};

/** /admin/audit: who changed what, when and from which network, with the values before and after (product.md AD-10). */
export default function AuditPage() {
  return (
    <AdminFrame>
      <PageTitle>Audit log</PageTitle>
      <div className="mt-5">
        <AuditList />
      </div>
    </AdminFrame>
  );
}
