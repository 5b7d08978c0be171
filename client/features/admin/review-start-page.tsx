import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { ReviewNone } from '#client/features/uploads/admin/review-none-block.tsx';
import { loadNextReview } from '#client/features/uploads/admin/workbench/workbench-api.ts';
import type { PageSpec } from '#client/kit/data/page.ts';

export const page: PageSpec = {
  load: loadNextReview,
  head: ({ context }) => ({ title: `Review uploads - ${context.site.siteName}`, canonical: null }),
};

/** /admin/review: leads to the next upload, or says that there is none (product.md AD-12). */
export default function ReviewStartPage() {
  return (
    <AdminFrame>
      <ReviewNone />
    </AdminFrame>
  );
}
