// Preview scrubbing for all cards: determines the active card from pointer, touch and keyboard events. Loaded on first use.
import './card-preview.css';
import { type Stage, setStage } from './card-stage.ts';
import { type PreviewKind, shareAfterKey, shareAt, startOf } from './scrub.ts';
import { loadStrip } from './strips.ts';
import { wantsLess } from './wants-less.ts';

const INTENT_MS = 120;
const HOLD_MS = 350;
/** If a finger moves further than this before HOLD_MS, the user is scrolling or swiping. */
const STILL_PX = 10;
/** While a sound plays, the playhead follows it unless the pointer moves by this share of the card. */
const STILL_SHARE = 0.01;
/** From here on, Space plays a sound from its start again. */
const END_SHARE = 0.99;
/** A click this soon after a scrubbing finger was lifted is part of that gesture, unless a new touch has started. */
const CLICK_MS = 400;

/** `at` is the event's own timestamp, not the time of handling, because a busy page may handle a short tap late. */
type Finger = { id: number; x: number; y: number; at: number; held: boolean };
type Session = {
  card: HTMLElement;
  scrub: HTMLElement;
  kind: PreviewKind;
  by: 'pointer' | 'keys' | Finger;
  share: number;
  /** Where the user moved it to; a sound then moves `share` on. */
  aim: number;
  /** Whether its sound has been asked for. */
  isHeard: boolean;
  timer: number;
  stage: Stage | null;
};

/** Plays the sounds of cards whose preview is a waveform. */
export type CardSound = {
  /** Plays from `share`, and calls `follow` with the position as it plays. */
  start(card: HTMLElement, share: number, follow: (share: number) => void): void;
  seek(share: number): void;
  stop(): void;
  isPlaying(): boolean;
};

let sound: CardSound | null = null;
let isWatching = false;
let session: Session | null = null;
let lifted: { card: HTMLElement; at: number } | null = null;

const cardOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.card[data-preview]') : null;

const shareUnder = (card: HTMLElement, { clientX }: PointerEvent): number =>
  shareAt(clientX, card.getBoundingClientRect());

const end = (): void => {
  if (!session) return;
  clearTimeout(session.timer);
  if (session.isHeard) sound?.stop();
  session.stage?.strike();
  session = null;
};

const moveTo = (own: Session, share: number): void => {
  if (own.isHeard) {
    if (Math.abs(share - own.aim) < STILL_SHARE) return;
    sound?.seek(share);
  }
  own.aim = share;
  own.share = share;
  own.stage?.show(share);
};

/** Sounds are asked for with a switch, so they also play for people who want less data or motion. */
const isOff = (kind: PreviewKind): boolean => wantsLess() && !(sound && kind === 'waveform');

const hear = (own: Session, share: number): void => {
  if (own.kind !== 'waveform' || !sound) return;
  own.isHeard = true;
  sound.start(own.card, share, (now) => {
    own.share = now;
    own.stage?.show(now);
  });
};

/**
 * Loads the preview strip. If that fails, the still image remains and the scrubbing session stays open, so that further movement
 * doesn't trigger a retry.
 */
const open = async (own: Session): Promise<void> => {
  if (typeof own.by === 'object') own.by.held = true;
  if (own.by !== 'keys') hear(own, own.share);
  if (wantsLess()) return;
  const image = await loadStrip(own.scrub.dataset.strip ?? '');
  if (!image || session !== own || !own.scrub.isConnected) return;
  own.stage = setStage(own.scrub, own.kind, image, own.card.querySelector('.card-label')?.textContent ?? '');
  own.stage.show(own.share);
};

const begin = (card: HTMLElement, by: Session['by'], share?: number): void => {
  end();
  const scrub = card.querySelector<HTMLElement>('.scrub');
  const kind = card.dataset.preview as PreviewKind;
  if (!scrub || isOff(kind)) return;
  const at = share ?? startOf(kind);
  const own: Session = { card, scrub, kind, by, share: at, aim: at, isHeard: false, timer: 0, stage: null };
  session = own;
  own.timer = window.setTimeout(() => void open(own), typeof by === 'object' ? HOLD_MS : INTENT_MS);
};

/** Starts or ends scrubbing with a mouse or a hovering pen. */
const onOver = (event: PointerEvent): void => {
  if (event.pointerType === 'touch') return;
  const card = cardOf(event.target);
  if (card && card !== session?.card) begin(card, 'pointer', shareUnder(card, event));
  else if (!card && session?.by === 'pointer') end();
};

const onLeaveWindow = ({ pointerType, relatedTarget }: PointerEvent): void => {
  if (pointerType !== 'touch' && relatedTarget === null && session?.by === 'pointer') end();
};

const touch = (card: HTMLElement, event: PointerEvent): void => {
  const finger = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp, held: false };
  begin(card, finger, shareUnder(card, event));
};

const onDown = (event: PointerEvent): void => {
  lifted = null;
  if (event.pointerType !== 'touch') return;
  const card = cardOf(event.target);
  // A second finger, e.g. for zooming, is meant for the page rather than the card.
  if (card && event.isPrimary) touch(card, event);
  else end();
};

const onMove = (event: PointerEvent): void => {
  if (!session) return;
  const { by, card } = session;
  if (typeof by === 'object') {
    if (by.id !== event.pointerId) return;
    if (!by.held && Math.hypot(event.clientX - by.x, event.clientY - by.y) > STILL_PX) end();
    else moveTo(session, shareUnder(card, event));
  } else if (event.pointerType !== 'touch' && cardOf(event.target) === card) {
    session.by = 'pointer';
    moveTo(session, shareUnder(card, event));
  }
};

const onLift = ({ type, pointerId, timeStamp }: PointerEvent): void => {
  const finger = session?.by;
  if (!session || typeof finger !== 'object' || finger.id !== pointerId) return;
  if (type === 'pointerup' && timeStamp - finger.at >= HOLD_MS) lifted = { card: session.card, at: timeStamp };
  end();
};

/** Prevents the context menu, dragging and text selection from interrupting touch scrubbing. */
const onTakeover = (event: Event): void => {
  if (typeof session?.by === 'object' && cardOf(event.target) === session.card) event.preventDefault();
};

const onClick = (event: MouseEvent): void => {
  if (lifted?.card === cardOf(event.target) && event.timeStamp - lifted.at < CLICK_MS) {
    event.preventDefault();
    event.stopPropagation();
  }
};

const isCardLink = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.card-link');

const onFocus = ({ target }: FocusEvent): void => {
  const card = cardOf(target);
  if (card && isCardLink(target) && target.matches(':focus-visible')) begin(card, 'keys');
};

const onBlur = (): void => {
  if (session?.by === 'keys') end();
};

/** Plays or pauses the sound of the focused card. */
const toggleSound = (card: HTMLElement): void => {
  if (session?.card !== card) begin(card, 'keys');
  if (!session) return;
  if (session.isHeard && sound?.isPlaying()) {
    session.isHeard = false;
    sound.stop();
  } else hear(session, session.share < END_SHARE ? session.share : 0);
};

/** Leaves key combinations with a modifier to the browser, e.g. Alt+Left to go back. */
const onKey = (event: KeyboardEvent): void => {
  const card = cardOf(event.target);
  if (!card || !isCardLink(event.target) || event.defaultPrevented) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const kind = card.dataset.preview as PreviewKind;
  if (isOff(kind)) return;
  if (event.key === ' ' && kind === 'waveform' && sound) {
    event.preventDefault();
    toggleSound(card);
    return;
  }
  const share = shareAfterKey(event.key, session?.card === card ? session.share : startOf(kind), kind);
  if (share === null) return;
  event.preventDefault();
  if (session?.card !== card) begin(card, 'keys', share);
  else {
    session.by = 'keys';
    moveTo(session, share);
  }
};

/**
 * Starts listening for all cards on all pages. `first` is the interaction that loaded this code, if it is still in progress. Its
 * event's target is not used: when a pointer enters a card, React may provide the `pointerout` event of another element.
 */
export function watchCards(first: { card: HTMLElement; event: Event } | null): void {
  if (!isWatching) listen();
  isWatching = true;
  if (!first?.card.isConnected) return;
  const { card, event } = first;
  if (event instanceof FocusEvent) onFocus(event);
  else if (!(event instanceof PointerEvent)) return;
  else if (event.pointerType === 'touch') touch(card, event);
  else if (card.matches(':hover')) begin(card, 'pointer', shareUnder(card, event));
}

/** Sets what plays the sounds of cards; null silences them. */
export function setCardSound(next: CardSound | null): void {
  sound?.stop();
  if (session) session.isHeard = false;
  sound = next;
  watchCards(null);
}

const listen = (): void => {
  document.addEventListener('pointerover', onOver, { passive: true });
  document.addEventListener('pointerout', onLeaveWindow, { passive: true });
  document.addEventListener('pointerdown', onDown, { passive: true });
  document.addEventListener('pointermove', onMove, { passive: true });
  document.addEventListener('pointerup', onLift, { passive: true });
  document.addEventListener('pointercancel', onLift, { passive: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  document.addEventListener('keydown', onKey);
  for (const type of ['contextmenu', 'dragstart', 'selectstart']) document.addEventListener(type, onTakeover);
  document.addEventListener('click', onClick, { capture: true });
};
