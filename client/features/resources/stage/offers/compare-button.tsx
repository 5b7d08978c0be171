import { buttonClass } from '#client/ui/forms/button.tsx';
import { COMPARED_MAX, toggleCompared, useCompared } from './compare-list.ts';

/** Adds the file on the stage to the files that are compared, or removes it. */
export function CompareButton({ resourceId, file }: { resourceId: string; file: string }) {
  const compared = useCompared();
  const isAdded = compared.some((one) => one.id === resourceId && one.file === file);
  const isFull = !isAdded && compared.length === COMPARED_MAX;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'outline', size: 'sm', className: 'stage-compare ml-auto' })}
      aria-pressed={isAdded}
      // Not `disabled`, which would take the focus and the keys away from the stage.
      aria-disabled={isFull || undefined}
      onClick={() => toggleCompared({ id: resourceId, file })}
    >
      {isFull ? `Compare holds ${COMPARED_MAX} files` : isAdded ? 'In compare' : 'Add to compare'}
    </button>
  );
}
