import { useParams } from 'react-router';
import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { laterPart } from '#client/ui/later-part.tsx';

// Loaded on demand, so that the list of files that comes with every page stays short.
const ReviewSection = laterPart(() =>
  import('#client/features/uploads/admin/review-section.tsx').then((file) => file.ReviewSection),
);
const ReviewNone = laterPart(() =>
  import('#client/features/uploads/admin/review-none-block.tsx').then((file) => file.ReviewNone),
);
const loading = () => import('#client/features/uploads/admin/workbench/workbench-api.ts');

export const page: PageSpec = {
  load: async (input) => {
    const { loadNextReview, loadReview } = await loading();
    const { id } = input.params;
    const [result] = await (id === undefined
      ? Promise.all([loadNextReview(input), ReviewNone.preload()])
      : Promise.all([loadReview(input), ReviewSection.preload()]));
    return result;
  },
  head: ({ context }) => ({ title: `Review uploads - ${context.site.siteName}`, canonical: null }),
};

/**
 * /admin/review/{id}: one upload, decided by keyboard (product.md AD-12). Without an id, the page leads to the next upload, or says
 * that no upload is waiting.
 */
export default function ReviewPage() {
  const { id } = useParams();
  return <AdminFrame>{id === undefined ? <ReviewNone /> : <ReviewSection key={id} id={id} />}</AdminFrame>;
}
