import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes the focus along when a section comes to its next step: what had it is gone with the step before. It goes to the
 * field of the new step, to what there is to read (`tabIndex={-1}`), or to its first button.
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
