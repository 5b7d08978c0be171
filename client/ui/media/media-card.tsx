import type { CSSProperties, ReactNode } from 'react';
import { Count } from '#client/ui/charts/count.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { laterPart } from '#client/ui/later-part.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';
import { Avatar } from './avatar.tsx';
import { noticeIntent } from './card-intent.ts';
import { EditorTile } from './editor-tile.tsx';
import { hideIfFailed, hideOnError } from './hide-broken-image.ts';
import { AccessTag, MediaTag } from './media-tag.tsx';
import type { PreviewKind } from './scrub.ts';
import { textHue } from './text-hue.ts';

export type MediaCardProps = {
  to: string;
  title: string;
  /** The image. Without it, or if it fails to load, a placeholder in a hue derived from the title is shown. */
  image?: { src: string; srcSet?: string; sizes?: string; style?: CSSProperties | undefined } | null;
  access?: 'free' | 'premium' | undefined;
  /** The asset type as stored, e.g. "sound effect". */
  type?: string;
  /** Short label on the image, in monospace: "0:24", "18 LUTs", "3 models". */
  label?: string | null;
  author?: { name: string; avatarUrl?: string | null } | null;
  /** The editor's name as stored, e.g. "After Effects". */
  editor?: string | null;
  likes?: number;
  downloads?: number;
  /** Like and save buttons, each an `<IconButton onMedia>`. */
  actions?: ReactNode;
  /** Preview for scrubbing with pointer, arrow keys or long press. Fetched only when used. */
  preview?: { kind: PreviewKind; url: string } | null;
  /** From 720 px screen width, `lead` and `wide` fill the height of their grid cell. */
  size?: 'regular' | 'lead' | 'wide';
  /** For the first cards on a page: the image is loaded eagerly and with high priority. */
  priority?: boolean;
  heading?: 'h2' | 'h3';
  link?: LinkLike;
  className?: string;
  /** Replaces the line with author, editor and counts. */
  children?: ReactNode;
};

const SHAPES = {
  regular: 'aspect-video',
  lead: 'aspect-video tab:aspect-auto tab:flex-1',
  wide: 'aspect-scope tab:aspect-auto tab:flex-1',
};

const TypeTag = laterPart(() => import('./type-tag.tsx').then((file) => file.TypeTag));

/** Card of an asset in a grid. One link covers the whole card, with the like and save buttons on top. */
export function MediaCard({
  to,
  title,
  image,
  access,
  type,
  label,
  author,
  editor,
  likes,
  downloads,
  actions,
  preview,
  size = 'regular',
  priority,
  heading: Heading = 'h3',
  link: Link = PlainLink,
  className,
  children,
}: MediaCardProps) {
  return (
    <article
      className={classNames('card flex min-w-0 flex-col', className)}
      data-preview={preview?.kind}
      onPointerEnter={preview ? noticeIntent : undefined}
      onFocus={preview ? noticeIntent : undefined}
    >
      <div className={classNames('media media-blank', SHAPES[size])} style={{ '--h': textHue(title) } as CSSProperties}>
        {image && (
          <img
            key={image.src}
            {...image}
            alt=""
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            decoding="async"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
        {/* Its content is managed by card-preview.ts. */}
        {preview && <div key={preview.url} className="scrub" data-strip={preview.url} aria-hidden="true" />}
        <div className="absolute top-2.5 left-2.5 flex gap-1.5">{access && <AccessTag access={access} />}</div>
        <div className="absolute inset-x-2.5 bottom-2.5 flex justify-between gap-1.5">
          {type && <TypeTag type={type} />}
          {label && (
            <div className="card-label ml-auto @max-[14rem]:hidden">
              <MediaTag mono>{label}</MediaTag>
            </div>
          )}
        </div>
      </div>
      <Heading className={classNames('mt-3 truncate font-semibold', size === 'lead' ? 'text-lead' : 'text-card')}>
        <Link to={to} className="card-link">
          {title}
        </Link>
      </Heading>
      {children ?? (
        <div className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-muted">
          {author && (
            <>
              <Avatar name={author.name} src={author.avatarUrl} size={18} />
              <span className="truncate">{author.name}</span>
            </>
          )}
          {editor && (
            <span className="flex @max-[14rem]:hidden">
              <EditorTile editor={editor} named />
            </span>
          )}
          <span className="mono ml-auto flex gap-3 @max-[14rem]:hidden">
            {likes !== undefined && <Count name="likes" value={likes} />}
            {downloads !== undefined && <Count name="downloads" value={downloads} />}
          </span>
        </div>
      )}
      {actions && <div className="card-actions">{actions}</div>}
    </article>
  );
}
