import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A spinning record light. With `label` it announces itself, otherwise the surrounding element must do that. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <Icon name="spinner" className="animate-turn" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
