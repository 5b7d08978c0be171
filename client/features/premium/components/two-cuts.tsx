import { Ruler } from '#client/ui/charts/ruler.tsx';

/** Two downloads on a timeline: the free one starts after an ad page, the Premium one starts immediately. */
export function TwoCuts() {
  return (
    <div
      className="two-cuts relative overflow-hidden rounded-lg"
      role="img"
      aria-label="A free download starts after the ad page. A Premium download starts immediately."
    >
      <Ruler />
      <p className="mono mt-4.5 mb-1.5 pl-3 text-muted">Free</p>
      <div>
        <span className="clip c-muted">Ad page</span>
        <i className="gap" />
        <span className="clip c-daylight">Your file</span>
      </div>
      <p className="mono mt-4.5 mb-1.5 pl-3 text-muted">Premium</p>
      <div>
        <span className="clip c-tungsten" data-mood="highlight">
          Your file
        </span>
      </div>
      <span className="playhead" />
    </div>
  );
}
