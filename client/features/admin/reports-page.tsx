import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { ReportsSection } from '#client/features/reports/admin/reports-section.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Reports - ${context.site.siteName}`, canonical: null }),
};

/** /admin/reports: reports from users, and their outcomes (product.md SH-8). */
export default function ReportsPage() {
  return (
    <AdminFrame>
      <PageTitle>Reports</PageTitle>
      <div className="mt-5">
        <ReportsSection />
      </div>
    </AdminFrame>
  );
}
