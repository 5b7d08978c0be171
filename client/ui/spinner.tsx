import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * A spinner in the form of a recording light. Announces `label` to screen readers if given; otherwise the surrounding element
 * must announce that it is busy.
 */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <Icon name="spinner" className="animate-turn" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
