import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { AccessTag, MediaTag } from '#client/ui/media/media-tag.tsx';
import { textHue } from '#client/ui/media/text-hue.ts';
import { profilePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

/** Titles longer than this use a smaller font, so that the picture stays visible. */
const POSTER_CHARACTERS = 40;

/** Banner image with category, title, author and editor. Dark in both themes because the text overlays an image. */
export function ResourceBanner({ resource }: { resource: Resource }) {
  const { title, author, editor, category, isPremium } = resource;
  const size = title.length > POSTER_CHARACTERS ? 'text-h2' : 'text-[clamp(2.75rem,7.4vw,7rem)]';
  const ownCategory = /^(?:free|premium)$/i.test(category) ? null : category;
  return (
    <header
      data-theme="dark"
      className="banner media media-blank flex min-h-112 flex-col justify-end max-md:-mx-(--gutter) max-md:rounded-none md:mt-1 md:min-h-[min(35rem,39vw)] md:rounded-xl"
      style={{ '--h': textHue(title) } as CSSProperties}
    >
      <img
        src={resource.image || resource.thumbnailUrl}
        alt=""
        fetchPriority="high"
        ref={hideIfFailed}
        onError={hideOnError}
      />
      <div className="relative bg-[linear-gradient(transparent,oklch(0.08_0.01_270/0.88)_62%)] px-4 pt-28 pb-5 md:px-9 md:pb-7.5">
        <div className="flex flex-wrap gap-2">
          <AccessTag access={isPremium ? 'premium' : 'free'} />
          {ownCategory && <MediaTag>{ownCategory}</MediaTag>}
          <MediaTag>
            <EditorTile editor={editor} />
            {editor}
          </MediaTag>
        </div>
        <h1 className={`display mt-3 mb-3.5 wrap-anywhere ${size}`}>{title}</h1>
        <p className="flex items-center gap-2">
          <Avatar name={author} src={resource.authorAvatar} size={28} />
          by
          <Link to={profilePath(author)} className="link py-0.5 font-semibold">
            {author}
          </Link>
        </p>
      </div>
    </header>
  );
}
