import { Link } from 'react-router';
import { buttonClass } from '#client/ui/button.tsx';
import { Ruler } from '#client/ui/ruler.tsx';
import type { AdOffer } from '#contract/downloads.ts';

/** The advertisement beside the countdown, marked as one. */
export const HouseAd = ({ ad }: { ad: AdOffer['ad'] }) => (
  <aside aria-label="Advertisement" className="panel overflow-hidden">
    <div className="bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--surface))] p-7">
      <p className="mono text-muted">Advertisement</p>
      <h2 className="display mt-7 text-h2">{ad.title}</h2>
      <p className="mt-4 text-muted">{ad.text}</p>
      <Link to={ad.href} className={buttonClass({ variant: 'premium', size: 'lg', block: true, className: 'mt-7' })}>
        {ad.action}
      </Link>
    </div>
    <Ruler />
  </aside>
);
