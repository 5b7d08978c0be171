import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { RequestsSection } from '#client/features/requests/admin/requests-section.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Requests - ${context.site.siteName}`, canonical: null }),
};

/** /admin/requests: requests from users, and their status (product.md RQ-4). */
export default function RequestsPage() {
  return (
    <AdminFrame>
      <PageTitle>Requests</PageTitle>
      <div className="mt-5">
        <RequestsSection />
      </div>
    </AdminFrame>
  );
}
