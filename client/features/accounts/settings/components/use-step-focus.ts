import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves focus when a section switches to another step, because the focused element disappears with the previous step. Focus moves
 * to the new step's field, to its text (`tabIndex={-1}`), or to its first button.
 */
export function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('input, [tabindex], button')?.focus();
  }, [step]);
  return box;
}
