// The live pages' socket connection. Its code is loaded separately, after the page is readable.
import type { LinkState, OnLinkState, PlaceHandlers } from '#client/kit/socket.ts';
import type { LivePlace } from '#contract/forum/live.ts';

export type LiveStatus = LinkState;

/**
 * Starts listening to the events of a page.
 * @returns a function that stops it
 */
export function watch(
  place: LivePlace,
  handlers: PlaceHandlers,
  onState: OnLinkState,
  personId: string | null,
): () => void {
  let left = false;
  let stop = (): void => {};
  import('#client/kit/socket.ts').then(
    ({ watchPlace }) => {
      if (!left) stop = watchPlace(place, handlers, onState, personId);
    },
    () => left || onState('lost'),
  );
  return () => {
    left = true;
    stop();
  };
}
