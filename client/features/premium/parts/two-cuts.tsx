import { Ruler } from '#client/ui/ruler.tsx';

/** One download on two tracks of a timeline: what stands before a free one, and nothing before a premium one. */
export const TwoCuts = () => (
  <div
    className="two-cuts"
    role="img"
    aria-label="A free download waits behind the ad page. A premium download begins at once."
  >
    <Ruler />
    <p className="mono">Free</p>
    <div className="two-cuts-track">
      <span className="clip c-muted">Ad page</span>
      <i className="gap" />
      <span className="clip c-daylight">Your file</span>
    </div>
    <p className="mono">Premium</p>
    <div className="two-cuts-track">
      <span className="clip c-tungsten" data-mood="highlight">
        Your file
      </span>
    </div>
    <span className="playhead" />
  </div>
);
