// The browser's end of the socket at /ws: one connection for the whole page load, open while a live page is looked at.
// Only ever loaded by import(): who looks at no forum page pays nothing for it.
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, LivePlace, LiveState, ServerEvents } from '#contract/forum/live.ts';
import {
  SOCKET_PATH,
  SOCKET_RECONNECT_ATTEMPTS,
  SOCKET_RECONNECT_DELAY_MS,
  SOCKET_TIMEOUT_MS,
  SOCKET_TRANSPORTS,
} from '#contract/limits.ts';

/** `live` with each answer to where the place stands; `lost` when the attempts are used up, until the page is used again. */
export type LinkState = 'connecting' | 'live' | 'lost';

/** What a page does with the events of its place. Those of the place before may still come in: they say where they belong. */
export type PlaceHandlers = Partial<Omit<ServerEvents, 'missed'>>;

/**
 * Told whenever the connection changes. With `live` comes where the place stands, null when there is no such place: what is
 * newer than what the page shows has to be fetched, as no event of it will come.
 */
export type OnLinkState = (state: LinkState, told?: LiveState) => void;

/** How long the connection outlives the last page that needed it: mostly the next page needs it too. */
const LINGER_MS = 5000;
const ANSWER_LIMIT_MS = 10_000;
/** When everybody may have missed something, not everybody asks at once. */
const ASK_WITHIN_MS = 2000;

type Watch = { place: LivePlace; handlers: PlaceHandlers; onState: OnLinkState };

/** A link that connects when it is first needed. Tests give another address than the page's own, and less patience. */
export function createLink(
  address = '',
  { lingerMs = LINGER_MS, askWithinMs = ASK_WITHIN_MS, delayMs = SOCKET_RECONNECT_DELAY_MS } = {},
) {
  let socket: Socket<ServerEvents, ClientEvents> | null = null;
  let watch: Watch | null = null;
  let person: string | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    const asked = watch;
    if (!asked || !socket?.connected) return;
    socket.timeout(ANSWER_LIMIT_MS).emit('look', asked.place, (failure: Error | null, told: LiveState) => {
      if (asked !== watch) return;
      if (failure) look();
      else asked.onState('live', told);
    });
  };

  // The page is in use again: whoever has given up tries again.
  const wake = (): void => {
    if (!socket || socket.active || document.visibilityState === 'hidden') return;
    watch?.onState('connecting');
    socket.connect();
  };

  const open = (): Socket<ServerEvents, ClientEvents> => {
    const opened: Socket<ServerEvents, ClientEvents> = io(address, {
      path: SOCKET_PATH,
      withCredentials: true,
      transports: [...SOCKET_TRANSPORTS],
      tryAllTransports: true,
      reconnectionAttempts: SOCKET_RECONNECT_ATTEMPTS,
      reconnectionDelay: delayMs,
      timeout: SOCKET_TIMEOUT_MS,
      forceNew: true,
    });
    opened.on('connect', look);
    opened.on('disconnect', () => watch?.onState(opened.active ? 'connecting' : 'lost'));
    opened.io.on('reconnect_failed', () => {
      // Else it would count as one that still tries.
      opened.disconnect();
      watch?.onState('lost');
    });
    opened.on('missed', () => {
      clearTimeout(asking);
      asking = setTimeout(look, Math.random() * askWithinMs);
    });
    opened.onAny((event: string, payload: unknown) => {
      const handler = watch?.handlers[event as keyof PlaceHandlers] as ((payload: unknown) => void) | undefined;
      handler?.(payload);
    });
    window.addEventListener('focus', wake);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return opened;
  };

  const close = (): void => {
    clearTimeout(asking);
    window.removeEventListener('focus', wake);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    socket?.disconnect();
    socket = null;
  };

  // Looks at a place until the function that it answers is called. A page has one place; a later one replaces it.
  // @param personId who is signed in: another one than before is a new connection, as the server knows a connection by who opened it
  const watchPlace = (
    place: LivePlace,
    handlers: PlaceHandlers,
    onState: OnLinkState,
    personId: string | null = null,
  ): (() => void) => {
    clearTimeout(closing);
    if (socket && personId !== person) close();
    const own: Watch = { place, handlers, onState };
    watch = own;
    person = personId;
    onState('connecting');
    if (socket) {
      wake();
      look();
    } else socket = open();
    return () => {
      if (watch !== own) return;
      watch = null;
      if (socket?.connected) socket.emit('leave');
      closing = setTimeout(close, lingerMs);
    };
  };

  return { watchPlace };
}

export const { watchPlace } = createLink();
