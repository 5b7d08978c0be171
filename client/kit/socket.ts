// Client for the socket at /ws: one connection per page load, open while a live page is shown. Load it with import(), so that
// other pages don't include it.
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, LivePlace, LiveState, ServerEvents } from '#contract/forum/live.ts';
import {
  SOCKET_PATH,
  SOCKET_RECONNECT_ATTEMPTS,
  SOCKET_RECONNECT_DELAY_MS,
  SOCKET_TIMEOUT_MS,
  SOCKET_TRANSPORTS,
} from '#contract/limits.ts';

/**
 * `live`: the server has sent the channel's state. `lost`: all reconnection attempts have failed; the socket tries again when the
 * user returns to the page.
 */
export type LinkState = 'connecting' | 'live' | 'lost';

/**
 * A page's event handlers for the channel it watches. Each event names its channel, because events of the previous channel may
 * still arrive.
 */
export type PlaceHandlers = Partial<Omit<ServerEvents, 'missed'>>;

/**
 * Called when the connection state changes. For `live`, the callback also gets the channel's current state, or null if the
 * channel does not exist. If it shows that the page has missed something, fetch that, because no events will arrive for it.
 */
export type OnLinkState = (state: LinkState, told?: LiveState) => void;

/** How long the connection stays open after the user leaves a live page, because the next page often needs it too. */
const LINGER_MS = 5000;
const ANSWER_LIMIT_MS = 10_000;
/** Random delay before clients ask what they missed, so that they don't all ask at the same time. */
const ASK_WITHIN_MS = 2000;

type Watch = { place: LivePlace; handlers: PlaceHandlers; onState: OnLinkState };

/** Creates a socket that connects when it is first used. Tests pass a different address and shorter delays. */
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

  // The user has returned to the page, so reconnect if all attempts had failed.
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
      // Without this, the socket would still count as active.
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

  // Watches a channel until the returned function is called. Watching another channel replaces the current one.
  // @param personId the logged-in user. A different user needs a new connection, because each connection belongs to one user.
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
