import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus when a section changes its step, because the focused element is gone with the previous step. The focus goes to
 * the field of the new step, to its text (`tabIndex={-1}`), or to its first button.
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
