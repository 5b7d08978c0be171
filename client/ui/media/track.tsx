import { type CSSProperties, type FocusEvent, useState } from 'react';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';

/** `highlight` fills the clip with its colour; `animated` makes the moving light behind the clip visible. */
export type TrackTag = { label: string; to: string; mood?: 'highlight' | 'animated' };

const TRACKS = [0, 1, 2];
const COLOURS = ['tally', 'daylight', 'scope', 'tungsten', 'iris'];
/** Minimum width of half a track in pixels, so that the loop has no visible seam on wide screens. */
const HALF_PX = 2000;

type Clip = TrackTag & { key: string; width: number; colour: string; copy: boolean };

/** Clips of one track: every third tag, repeated until half the track is filled. Repeats are hidden from screen readers. */
function clipsOf(tags: TrackTag[], track: number): Clip[] {
  const own = tags.filter((_, index) => index % TRACKS.length === track);
  const shown = own.length > 0 ? own : tags;
  const clips: Clip[] = [];
  let filled = 0;
  for (let index = 0; shown.length > 0 && (filled < HALF_PX || index < shown.length); index++) {
    const tag = shown[index % shown.length] as TrackTag;
    const place = index * 3 + track * 5;
    const width = tag.label.length * 8 + 34 + ((place * 53) % 90);
    filled += width;
    clips.push({
      ...tag,
      key: String(index),
      width,
      colour: COLOURS[(index * 2 + track) % COLOURS.length] as string,
      copy: index >= shown.length || shown !== own,
    });
  }
  return clips;
}

/** Browsers scroll a track to reveal a focused clip. Undoes this. */
function rewind(event: FocusEvent<HTMLElement>): void {
  event.currentTarget.closest('.track')?.scrollTo(0, 0);
}

/** Tags shown as clips on three moving timeline tracks. Hover, focus and a visible button pause them (WCAG 2.2.2). */
export function TagTracks({
  tags,
  label,
  link: Link = PlainLink,
}: {
  tags: TrackTag[];
  label: string;
  link?: LinkLike;
}) {
  const [paused, setPaused] = useState(false);
  if (tags.length === 0) return null;
  const clip = ({ to, label: text, key, width, colour, mood }: Clip, copy: boolean) => (
    <Link
      key={copy ? `copy-${key}` : key}
      to={to}
      className={`clip c-${colour}`}
      style={{ width } as CSSProperties}
      data-mood={mood}
      aria-hidden={copy || undefined}
      tabIndex={copy ? -1 : undefined}
      onBlur={rewind}
    >
      {text}
    </Link>
  );
  return (
    <section
      className="tracks relative overflow-hidden bg-sunken pb-2.5"
      aria-label={label}
      data-paused={paused || undefined}
    >
      <Ruler />
      {TRACKS.map((track) => {
        const clips = clipsOf(tags, track);
        return (
          <div key={track} className="track">
            <div style={{ animationDelay: `${track * -7}s` }}>
              {clips.map((one) => clip(one, one.copy))}
              {clips.map((one) => clip({ ...one, key: `2-${one.key}` }, true))}
            </div>
          </div>
        );
      })}
      <span className="playhead left-[38%]" aria-hidden="true">
        <span className="playhead-time">01:00:14:08</span>
      </span>
      <IconButton
        className="tracks-pause"
        icon={paused ? 'play' : 'pause'}
        label={paused ? 'Play the scrolling tags' : 'Pause the scrolling tags'}
        size="sm"
        onClick={() => setPaused(!paused)}
      />
    </section>
  );
}
