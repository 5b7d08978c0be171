import { STATUS_WORDS } from '#client/features/toolbox/toolbox-labels.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { ToolboxServer } from '#contract/toolbox/api.ts';

/** A server's status as a coloured dot and a word. `isChecking` adds a note that a check is running. */
export function StatusMark({
  status,
  isChecking = false,
  className,
}: {
  status: ToolboxServer['status'];
  isChecking?: boolean;
  className?: string;
}) {
  const { word, tone } = STATUS_WORDS[status];
  return (
    <span className={classNames('inline-flex flex-wrap gap-x-2', `c-${tone}`, className)}>
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <span className="status-dot" data-status={status} aria-hidden="true" />
        {word}
      </span>
      {isChecking && <span className="text-sm font-normal text-muted">checking</span>}
    </span>
  );
}
