// Plays the first sound of assets on cards, one at a time. Loaded once sound on cards is on.
import { getStage } from '#client/features/resources/api.ts';
import { clockTime } from '#client/features/resources/stage/clock-time.ts';
import {
  equalGain,
  forgetSound,
  isEqualWanted,
  preparedSound,
  routeSound,
  wakeSound,
} from '#client/features/resources/stage/sounds.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { setCardSound } from '#client/ui/media/card-preview.ts';
import type { Stage } from '#contract/resources/api.ts';
import './sound.css';

const NOT_LOADED = 'Sound did not load';

type Playing = {
  card: HTMLElement;
  follow: (share: number) => void;
  /** Where to start, until the sound is there. */
  share: number;
  element: HTMLAudioElement | null;
  /** Corner of the card, with the name and the time. */
  tag: HTMLElement;
  request: number;
  over: AbortController;
};

/** Replies by the asset's id, so that returning to a card fetches nothing. */
const replies = new Map<string, Promise<Stage>>();

const askStage = (context: AppContext, id: string): Promise<Stage> => {
  const reply = replies.get(id) ?? getStage(context.transport, { params: { id } });
  replies.set(id, reply);
  reply.catch(() => replies.delete(id));
  return reply;
};

const tagOn = (card: HTMLElement): HTMLElement => {
  const tag = document.createElement('div');
  tag.className = 'card-sound tag tag-mono';
  tag.ariaHidden = 'true';
  tag.hidden = true;
  card.querySelector('.media')?.append(tag);
  return tag;
};

const say = (tag: HTMLElement, words: string): void => {
  tag.hidden = false;
  if (tag.textContent !== words) tag.textContent = words;
};

/**
 * Lets the cards play. `ids` has the asset of each card by the path it links to.
 * @returns a function that silences them
 */
export function startCardSound(context: AppContext, ids: ReadonlyMap<string, string>): () => void {
  let playing: Playing | null = null;

  const stop = (): void => {
    if (!playing) return;
    playing.over.abort();
    cancelAnimationFrame(playing.request);
    playing.element?.pause();
    playing.tag.remove();
    playing = null;
  };

  const start = async (own: Playing, id: string): Promise<void> => {
    const { file } = await askStage(context, id);
    const preview = file?.preview;
    if (playing !== own || preview?.kind !== 'sound') return;
    const element = preparedSound(preview.url);
    const { gain } = routeSound(element);
    if (gain) gain.gain.value = isEqualWanted() ? equalGain(preview) : 1;
    const length = (): number => (element.duration > 0 ? element.duration : (preview.seconds ?? 0));
    const name = file?.name
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '');
    const follow = (): void => {
      if (!own.card.isConnected) {
        stop();
        return;
      }
      own.follow(length() > 0 ? element.currentTime / length() : 0);
      say(own.tag, `${name} ${clockTime(element.currentTime, true).slice(0, -2)}`);
      if (!element.paused) own.request = requestAnimationFrame(follow);
    };
    element.addEventListener('play', follow, { signal: own.over.signal });
    element.addEventListener(
      'error',
      () => {
        forgetSound(preview.url);
        say(own.tag, NOT_LOADED);
      },
      { signal: own.over.signal },
    );
    element.currentTime = own.share * length();
    own.element = element;
    // Rejected when a pause follows immediately, and until the browser has seen a click or key on the site.
    await element.play().catch(() => {});
  };

  setCardSound({
    start: (card, share, follow) => {
      stop();
      const id = ids.get(card.querySelector<HTMLAnchorElement>('.card-link')?.pathname ?? '');
      if (!id) return;
      const over = new AbortController();
      playing = { card, follow, share, element: null, tag: tagOn(card), request: 0, over };
      const own = playing;
      start(own, id).catch(() => say(own.tag, NOT_LOADED));
    },
    seek: (share) => {
      if (!playing) return;
      playing.share = share;
      const { element } = playing;
      if (!element) return;
      element.currentTime = share * element.duration || 0;
      if (element.paused) element.play().catch(() => {});
    },
    stop,
    isPlaying: () => playing !== null && !playing.element?.ended,
  });
  const listeners = new AbortController();
  for (const type of ['pointerup', 'keydown'])
    document.addEventListener(type, () => wakeSound(), { signal: listeners.signal, passive: true });
  window.addEventListener('blur', stop, { signal: listeners.signal });
  return () => {
    listeners.abort();
    setCardSound(null);
  };
}
