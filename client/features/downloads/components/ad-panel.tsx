import { Link } from 'react-router';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { AdOffer } from '#contract/downloads/api.ts';

type Ad = Omit<NonNullable<AdOffer['ad']>, 'id'>;

/**
 * The ad next to the countdown, labelled as an advertisement. It links directly to the advertiser's site; `onFollow` is called
 * when it is clicked.
 */
export function AdPanel({ ad, onFollow }: { ad: Ad; onFollow?: () => void }) {
  const look = buttonClass({ variant: 'premium', size: 'lg', block: true, className: 'mt-7' });
  return (
    <aside aria-label="Advertisement" className="panel overflow-hidden">
      {ad.imageUrl && (
        <img
          key={ad.imageUrl}
          src={ad.imageUrl}
          alt=""
          width="1280"
          height="720"
          className="aspect-video w-full object-cover"
          ref={hideIfFailed}
          onError={hideOnError}
        />
      )}
      <div className="bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--surface))] p-7">
        <p className="mono text-muted">Advertisement</p>
        <h2 className="display mt-7 text-h2 wrap-anywhere">{ad.title}</h2>
        {ad.text && <p className="mt-4 text-muted wrap-anywhere">{ad.text}</p>}
        {ad.href.startsWith('/') ? (
          <Link to={ad.href} className={look}>
            {ad.action}
          </Link>
        ) : (
          <a
            href={ad.href}
            target="_blank"
            rel="sponsored noopener noreferrer"
            className={look}
            onClick={onFollow}
            onAuxClick={({ button }) => button === 1 && onFollow?.()}
          >
            {ad.action}
          </a>
        )}
      </div>
      <Ruler />
    </aside>
  );
}
