// Draws what a card shows while scrubbing: the strip's frames or its two images, a playhead, a ruler and a timecode. Movement
// only changes transforms and clip paths, so it never triggers layout.
import { FRAMES, frameAt, type PreviewKind, timeText } from './scrub.ts';

export type Stage = {
  /** Shows a position (0 to 1). Draws at most once per animation frame, at the latest position. */
  show(share: number): void;
  strike(): void;
};

const element = (className: string, ...inside: Node[]): HTMLElement => {
  const made = document.createElement('div');
  made.className = className;
  made.append(...inside);
  return made;
};

/** A layer over the card's image. `image` has `count` frames side by side, of which the one at `index` is visible. */
const layer = (image: HTMLImageElement, count: number, index = 0): { layer: HTMLElement; image: HTMLImageElement } => {
  image.style.width = `${count * 100}%`;
  image.style.transform = `translateX(${(-index / count) * 100}%)`;
  return { layer: element('scrub-layer', element('scrub-frame', image)), image };
};

/** Fills the card's empty scrub element. `label` is the text in the corner of the card. */
export function setStage(scrub: HTMLElement, kind: PreviewKind, image: HTMLImageElement, label: string): Stage {
  const first = layer(image, kind === 'frames' ? FRAMES : 2);
  const second = kind === 'frames' ? null : layer(image.cloneNode() as HTMLImageElement, 2, 1).layer;
  const line = element(kind === 'lut' ? 'scrub-wipe' : 'playhead');
  const mark = element('scrub-mark', line);
  const time = element('scrub-time tag tag-mono');
  scrub.replaceChildren(first.layer, ...(second ? [second] : []), element('scrub-ruler'), mark, time);
  const card = scrub.closest<HTMLElement>('.card');
  const isTimed = timeText(0, kind, label) !== null;
  time.hidden = !isTimed;
  card?.setAttribute('data-scrub', isTimed ? 'timed' : 'untimed');

  let place = 0;
  let due = 0;
  let isNew = true;
  const draw = (): void => {
    due = 0;
    const share = `${(place * 100).toFixed(2)}%`;
    mark.style.transform = `translateX(${share})`;
    if (kind === 'frames') image.style.transform = `translateX(${(-frameAt(place) / FRAMES) * 100}%)`;
    if (second) second.style.clipPath = kind === 'lut' ? `inset(0 0 0 ${share})` : `inset(0 calc(100% - ${share}) 0 0)`;
    const text = timeText(place, kind, label);
    if (text !== null && text !== time.textContent) time.textContent = text;
  };
  return {
    show(share) {
      place = share;
      // The first time, draw immediately, so that the stage is never painted empty.
      if (isNew) draw();
      else due ||= requestAnimationFrame(draw);
      isNew = false;
    },
    strike() {
      cancelAnimationFrame(due);
      scrub.replaceChildren();
      card?.removeAttribute('data-scrub');
    },
  };
}
