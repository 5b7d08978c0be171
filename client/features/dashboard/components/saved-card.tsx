import { type CSSProperties, useRef } from 'react';
import { Link } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import { DownloadLink } from '#client/kit/downloads/download-link.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { AccessTag } from '#client/ui/media/media-tag.tsx';
import { textHue } from '#client/ui/media/text-hue.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { resourcePath } from '#contract/paths.ts';
import type { SavedItem } from '#contract/resources/bookmarks.ts';
import type { Removed } from './use-removed.ts';

const DownloadAction = ({ item }: { item: SavedItem }) => {
  const { session } = useAuth();
  const adFree = isAdFree(session.user);
  if (item.isPremium && !adFree) {
    return (
      <Link
        to="/premium"
        className="on-media"
        aria-label={`Upgrade to download ${item.title}`}
        title="Upgrade to Premium to download this content"
      >
        <Icon name="lock" />
      </Link>
    );
  }
  return (
    <DownloadLink
      id={item.id}
      adFree={adFree}
      label={`Download ${item.title}`}
      className="on-media aria-busy:[&>svg]:hidden"
    >
      <Icon name="download" />
    </DownloadLink>
  );
};

/**
 * A saved item. A link covers the card; the download and favourite buttons are on top of it, and always visible on touch devices.
 */
export function SavedCard({ item, removed }: { item: SavedItem; removed: Removed }) {
  const context = useAppContext();
  const favourite = useRef<HTMLButtonElement>(null);
  const isRemoved = removed.has(item.id);
  const toggle = () => {
    removed.touch(item.id);
    import('#client/features/resources/bookmarks/components/reactions-store.ts').then(
      ({ setReaction: mark }) => mark(context, 'saved', item.id, isRemoved),
      () => showToast({ tone: 'error', text: 'Your change could not be saved. Please try again.' }),
    );
  };
  return (
    <article className="card flex min-w-0 flex-col">
      <div
        className={classNames('media media-blank aspect-video', isRemoved && 'opacity-40')}
        style={{ '--h': textHue(item.title) } as CSSProperties}
      >
        {item.imageUrl && (
          <img src={item.imageUrl} alt="" loading="lazy" decoding="async" ref={hideIfFailed} onError={hideOnError} />
        )}
        <div className="absolute top-2.5 left-2.5 flex">
          <AccessTag access={item.isPremium ? 'premium' : 'free'} />
        </div>
      </div>
      <h3 className="mt-3 truncate text-card font-semibold">
        <Link to={resourcePath(item.id)} className="card-link">
          {item.title}
        </Link>
      </h3>
      {isRemoved ? (
        <p className="relative z-2 mt-1 flex items-center gap-2 text-sm text-muted" role="status">
          Removed from your saved items
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              // Move focus, because the clicked button disappears.
              favourite.current?.focus();
              toggle();
            }}
          >
            Undo<span className="sr-only"> for {item.title}</span>
          </Button>
        </p>
      ) : (
        <p className="mt-1 flex min-w-0 justify-between gap-3 text-sm text-muted">
          <span className="truncate">{item.category}</span>
          <time dateTime={item.date} className="mono flex-none self-center">
            {formatDay(item.date)}
          </time>
        </p>
      )}
      <div className="card-actions">
        {!isRemoved && <DownloadAction item={item} />}
        <IconButton
          ref={favourite}
          onMedia
          icon="save"
          label={isRemoved ? `Save ${item.title} again` : `Remove ${item.title} from saved items`}
          pressed={!isRemoved}
          onClick={toggle}
        />
      </div>
    </article>
  );
}
