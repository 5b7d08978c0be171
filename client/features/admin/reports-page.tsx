import type { PageSpec } from '#client/kit/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { AdminFrame } from './parts/admin-frame.tsx';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Administration - ${services.site.siteName}`, canonical: null }),
};

export default function ReportsPage() {
  return (
    <AdminFrame>
      <PageTitle>reports</PageTitle>
    </AdminFrame>
  );
}
