import { ResourceCard } from '#client/features/resources/components/resource-card.tsx';
import { isPremiumCategory } from '#client/features/uploads/details-rules.ts';
import type { Account } from '#contract/accounts/api.ts';
import type { UploadDetails } from '#contract/uploads/api.ts';

/** The asset's card as it will look on the site, updated with each change. Only for the eye: it repeats the form. */
export function CardPreview({
  details,
  pictureUrl,
  isOwnChoice,
  user,
}: {
  details: Partial<UploadDetails>;
  pictureUrl: string | undefined;
  /** Whether the user chose the picture. */
  isOwnChoice: boolean;
  user: Account | null;
}) {
  const { title, category = '', type, editor } = details;
  return (
    <aside aria-label="Card preview">
      <p className="mb-3 text-sm font-semibold">Card preview</p>
      <div inert>
        <ResourceCard
          heading="h3"
          resource={{
            id: '',
            slug: null,
            title: title?.trim() || 'Your title',
            author: user?.displayName ?? user?.username ?? '',
            authorAvatar: user?.avatar ?? '',
            editor: editor ?? '',
            type: type ?? '',
            category,
            isPremium: isPremiumCategory(category),
            thumbnailUrl: pictureUrl ?? '',
            thumbnailColor: null,
            mediaLabel: '',
            preview: null,
            views: 0,
            likes: 0,
            saves: 0,
            downloads: 0,
            createdAt: '',
          }}
        />
      </div>
      {!isOwnChoice && (
        <p className="mt-3 text-sm text-muted">
          {pictureUrl
            ? "You haven't chosen a thumbnail, so we'll create one from your files. It may differ from this one."
            : 'The thumbnail will appear here.'}
        </p>
      )}
    </aside>
  );
}
