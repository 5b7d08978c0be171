// Client for the socket at /ws: one connection per page load, open while a live page is shown or a user is logged in. In the
// background, only live pages keep it. Load it with import(), so that other pages don't include it.
import { io, type Socket } from 'socket.io-client';
import type { ClientEvents, LivePlace, LiveState, ServerEvents } from '#contract/forum/live.ts';
import {
  SOCKET_PATH,
  SOCKET_RECONNECT_ATTEMPTS,
  SOCKET_RECONNECT_DELAY_MS,
  SOCKET_TIMEOUT_MS,
  SOCKET_TRANSPORTS,
} from '#contract/limits.ts';
import type { NotificationEvents } from '#contract/notifications/live.ts';

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

/** How long the connection stays open after the user leaves a live page or the window, because it is often needed again soon. */
const LINGER_MS = 5000;
const ANSWER_LIMIT_MS = 10_000;
/** Random delay before clients ask what they missed, so that they don't all ask at the same time. */
const ASK_WITHIN_MS = 2000;

type Watch = { place: LivePlace; handlers: PlaceHandlers; onState: OnLinkState };

/** Handlers for the logged-in user's own events. `live` means connected: fetch what may have been missed. */
type PersonHandlers = NotificationEvents & { onState(state: LinkState): void };

type SiteSocket = Socket<ServerEvents & NotificationEvents, ClientEvents>;

/** Creates a socket that connects when it is first used. Tests pass a different address and shorter delays. */
export function createLink(
  address = '',
  { lingerMs = LINGER_MS, askWithinMs = ASK_WITHIN_MS, delayMs = SOCKET_RECONNECT_DELAY_MS } = {},
) {
  let socket: SiteSocket | null = null;
  let watch: Watch | null = null;
  let own: PersonHandlers | null = null;
  let person: string | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    const asked = watch;
    if (!asked || !socket?.connected) return;
    socket.timeout(ANSWER_LIMIT_MS).emit('look', asked.place, (failure: Error | null, told: LiveState) => {
      if (asked !== watch) return;
      if (failure) look();
      else asked.onState('live', told);
    });
  };

  const tell = (state: 'connecting' | 'lost'): void => {
    watch?.onState(state);
    own?.onState(state);
  };

  // Ask for everything that may have been missed.
  const ask = (): void => {
    look();
    if (socket?.connected) own?.onState('live');
  };

  // The user has returned to the page, so reconnect if all attempts had failed.
  const wake = (): void => {
    if (!socket || socket.active || document.visibilityState === 'hidden') return;
    tell('connecting');
    socket.connect();
  };

  // Disconnects until `wake`. The device has gone offline, or nobody sees the page.
  const rest = (): void => {
    if (!socket?.active) return;
    socket.disconnect();
    tell('connecting');
  };

  // Nobody sees the bell of a page in the background, and a user with many tabs may only have a few connections.
  const restInBackground = (): void => {
    clearTimeout(resting);
    if (document.visibilityState === 'hidden') resting = setTimeout(() => watch ?? rest(), lingerMs);
  };

  const followVisibility = (): void => {
    restInBackground();
    wake();
  };

  const open = (): SiteSocket => {
    const opened: SiteSocket = io(address, {
      path: SOCKET_PATH,
      withCredentials: true,
      transports: [...SOCKET_TRANSPORTS],
      tryAllTransports: true,
      reconnectionAttempts: SOCKET_RECONNECT_ATTEMPTS,
      reconnectionDelay: delayMs,
      timeout: SOCKET_TIMEOUT_MS,
      forceNew: true,
      // While the device is offline, attempts fail. `wake` connects later. Undefined outside browsers.
      autoConnect: navigator.onLine,
    });
    opened.on('connect', ask);
    opened.on('disconnect', () => {
      // Not if this module closed it, because the handlers may belong to the next connection.
      if (opened === socket) tell(opened.active ? 'connecting' : 'lost');
    });
    opened.on('notifications', (state) => own?.notifications(state));
    opened.io.on('reconnect_failed', () => {
      // Without this, the socket would still count as active.
      opened.disconnect();
      tell('lost');
    });
    opened.on('missed', () => {
      clearTimeout(asking);
      asking = setTimeout(ask, Math.random() * askWithinMs);
    });
    opened.onAny((event: string, payload: unknown) => {
      const handler = watch?.handlers[event as keyof PlaceHandlers] as ((payload: unknown) => void) | undefined;
      handler?.(payload);
    });
    window.addEventListener('focus', wake);
    window.addEventListener('online', wake);
    window.addEventListener('offline', rest);
    document.addEventListener('visibilitychange', followVisibility);
    return opened;
  };

  const close = (): void => {
    clearTimeout(asking);
    clearTimeout(resting);
    window.removeEventListener('focus', wake);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', rest);
    document.removeEventListener('visibilitychange', followVisibility);
    const closed = socket;
    socket = null;
    closed?.disconnect();
  };

  // Uses the open connection, or opens one. A different user needs a new one, because each connection belongs to one user.
  const use = (personId: string | null): void => {
    clearTimeout(closing);
    if (socket && personId !== person) close();
    person = personId;
    if (socket) wake();
    else socket = open();
    restInBackground();
  };

  const release = (): void => {
    if (!watch && !own) closing = setTimeout(close, lingerMs);
    else restInBackground();
  };

  // Watches a channel until the returned function is called. Watching another channel replaces the current one.
  // @param personId the logged-in user
  const watchPlace = (
    place: LivePlace,
    handlers: PlaceHandlers,
    onState: OnLinkState,
    personId: string | null = null,
  ): (() => void) => {
    const watched: Watch = { place, handlers, onState };
    watch = watched;
    onState('connecting');
    use(personId);
    look();
    return () => {
      if (watch !== watched) return;
      watch = null;
      if (socket?.connected) socket.emit('leave');
      release();
    };
  };

  // Receives the logged-in user's own events until the returned function is called. Calling it again reconnects a lost connection.
  const watchPerson = (personId: string, handlers: PersonHandlers): (() => void) => {
    own = handlers;
    handlers.onState('connecting');
    use(personId);
    if (socket?.connected) handlers.onState('live');
    return () => {
      if (own !== handlers) return;
      own = null;
      release();
    };
  };

  return { watchPlace, watchPerson };
}

export const { watchPlace, watchPerson } = createLink();
