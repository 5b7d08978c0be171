// The socket of the pages that are live. Its code comes by itself, after the page can be read.
import type { LinkState, OnLinkState, PlaceHandlers } from '#client/kit/socket.ts';
import type { LivePlace } from '#contract/forum/live.ts';

export type LiveStatus = LinkState;

/** Begins to tell what happens at a place, for who reads it; what it returns ends that. */
export function watch(
  place: LivePlace,
  handlers: PlaceHandlers,
  onState: OnLinkState,
  personId: string | undefined,
): () => void {
  let left = false;
  let stop = (): void => {};
  import('#client/kit/socket.ts').then(
    ({ watchPlace }) => {
      if (!left) stop = watchPlace(place, handlers, onState, personId ?? null);
    },
    () => left || onState('lost'),
  );
  return () => {
    left = true;
    stop();
  };
}
