import { Link } from 'react-router';
import { CardMarks } from '#client/features/resources/bookmarks/components/card-marks.tsx';
import { useMarks } from '#client/features/resources/bookmarks/components/marks.ts';
import { cardImage } from '#client/features/resources/components/card-image.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Count } from '#client/ui/charts/count.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { MediaCard } from '#client/ui/media/media-card.tsx';
import type { ProfileUpload } from '#contract/members/api.ts';
import { resourcePath } from '#contract/paths.ts';

/** Labels that only the owner and the team see; everyone else sees only approved uploads. */
const STATES = { PENDING: 'Awaiting approval', REJECTED: 'Not approved', APPROVED: null };

/** A resource on its creator's profile, with its description and counts (specification, section 2). */
export function UploadCard({ upload, priority }: { upload: ProfileUpload; priority: boolean }) {
  const marks = useMarks();
  const { id, title, author, editor, description, isPremium, likes, downloads, views } = upload;
  const state = STATES[upload.status];
  return (
    <MediaCard
      to={resourcePath(id)}
      title={title}
      image={cardImage(upload)}
      access={isPremium ? 'premium' : undefined}
      type={upload.type}
      label={upload.mediaLabel || null}
      preview={upload.preview}
      priority={priority}
      heading="h2"
      link={Link}
      actions={marks && !state && <CardMarks id={id} title={title} />}
    >
      <p className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <span className="truncate">by {author}</span>
        <EditorTile editor={editor} />
        <span className="truncate">{editor}</span>
      </p>
      {description && <p className="mt-1.5 line-clamp-2 text-sm text-muted wrap-anywhere">{description}</p>}
      <div className="mt-2.5 flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={isPremium ? 'tungsten' : 'muted'}>{isPremium ? 'Premium' : 'Free'}</Badge>
        {state && <Badge tone={upload.status === 'PENDING' ? 'daylight' : 'clip'}>{state}</Badge>}
        <span className="mono ml-auto flex gap-3">
          <Count name="likes" value={likes} />
          <Count name="downloads" value={downloads} />
          <Count name="views" value={views} />
        </span>
      </div>
    </MediaCard>
  );
}
