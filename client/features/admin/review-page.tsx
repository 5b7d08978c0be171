import { useParams } from 'react-router';
import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { ReviewSection } from '#client/features/uploads/admin/review-section.tsx';
import { loadReview } from '#client/features/uploads/admin/workbench/workbench-api.ts';
import type { PageSpec } from '#client/kit/data/page.ts';

export const page: PageSpec = {
  load: loadReview,
  head: ({ context }) => ({ title: `Review uploads - ${context.site.siteName}`, canonical: null }),
};

/** /admin/review/{id}: one upload, decided by keyboard (product.md AD-12). */
export default function ReviewPage() {
  const { id = '' } = useParams();
  return (
    <AdminFrame>
      <ReviewSection key={id} id={id} />
    </AdminFrame>
  );
}
