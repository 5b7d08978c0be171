import { type RefObject, useEffect, useRef } from 'react';

/** Fields in which arrows, also with Alt, move the cursor or choose. */
const FIELDS = 'input:not([type=range]), select, textarea';

/**
 * Moves something by frames with Alt and an arrow, or by seconds with Shift too, wherever the stage around `part` has the focus. The
 * stage's own keys leave Alt to browsers, which would go back in history.
 * @param step of a frame, in seconds
 */
export function useAltArrows(part: RefObject<Element | null>, step: number, move: (frames: number) => void): void {
  const current = useRef(move);
  useEffect(() => {
    current.current = move;
  });
  useEffect(() => {
    const stage = part.current?.closest<HTMLElement>('.stage');
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
      if (!altKey || ctrlKey || metaKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      if (target instanceof Element && target.matches(FIELDS)) return;
      event.preventDefault();
      current.current((key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? Math.round(1 / step) : 1));
    };
    stage?.addEventListener('keydown', onKeyDown);
    return () => stage?.removeEventListener('keydown', onKeyDown);
  }, [part, step]);
}
