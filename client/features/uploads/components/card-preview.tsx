import { isPremiumCategory } from '#client/features/uploads/details-rules.ts';
import { MediaCard } from '#client/ui/media/media-card.tsx';
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
        <MediaCard
          to=""
          title={title?.trim() || 'Your title'}
          image={pictureUrl ? { src: pictureUrl } : null}
          access={isPremiumCategory(category) ? 'premium' : 'free'}
          type={type ?? ''}
          author={user && { name: user.displayName ?? user.username, avatarUrl: user.avatar }}
          editor={editor ?? null}
          likes={0}
          downloads={0}
          priority
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
