import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A turning record light. With `label` it announces itself; without, the element around it must say what is going on. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <Icon name="spinner" className="animate-turn" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
