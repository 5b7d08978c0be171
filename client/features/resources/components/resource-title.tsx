import { Link } from 'react-router';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { AccessTag, MediaTag } from '#client/ui/media/media-tag.tsx';
import { profilePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { ResourceTags } from './resource-tags.tsx';

/** What the resource is, who made it, and what its creator says about it. */
export function ResourceTitle({ resource, className }: { resource: Resource; className?: string }) {
  const { title, author, editor, editorMinVersion, category, isPremium, type, description, createdAt, updatedAt } =
    resource;
  const ownCategory = /^(?:free|premium)$/i.test(category) || category === type ? null : category;
  const isUpdated = updatedAt.slice(0, 10) !== createdAt.slice(0, 10);
  return (
    <div className={className}>
      <div className="flex flex-wrap items-center gap-2">
        {type && (
          <MediaTag>
            <span className="first-letter:uppercase">{type}</span>
          </MediaTag>
        )}
        <AccessTag access={isPremium ? 'premium' : 'free'} />
        {ownCategory && <MediaTag>{ownCategory}</MediaTag>}
        <span className="flex items-center gap-2 text-sm">
          <EditorTile editor={editor} />
          {editorMinVersion ? `${editor} ${editorMinVersion} or newer` : editor}
        </span>
      </div>
      <h1 className="display mt-2.5 mb-3.5 text-[clamp(2.5rem,4.6vw,4rem)] wrap-anywhere">{title}</h1>
      <p className="flex flex-wrap items-center gap-2.5">
        <Avatar name={author} src={resource.authorAvatar} size={28} />
        <span>
          by{' '}
          <Link to={profilePath(author)} className="link inline-block py-1 font-semibold">
            {author}
          </Link>
        </span>
        {isUpdated && <span className="text-muted">Updated {formatDay(updatedAt)}</span>}
      </p>
      {description && (
        <p className="mt-4 max-w-[68ch] text-card/[1.6] whitespace-pre-line text-muted wrap-anywhere">{description}</p>
      )}
      <ResourceTags tags={resource.tags} />
    </div>
  );
}
