import { classNames } from '#client/ui/class-names.ts';
import type { ToolboxServer } from '#contract/toolbox.ts';
import { STATUS_WORDS } from '../toolbox-words.ts';

/** A server's status: a dot in its colour and the word. */
export const StatusMark = ({ status, className }: { status: ToolboxServer['status']; className?: string }) => {
  const { word, tone } = STATUS_WORDS[status];
  return (
    <span className={classNames('inline-flex items-center gap-2 whitespace-nowrap', `c-${tone}`, className)}>
      <span className="status-dot" data-status={status} aria-hidden="true" />
      {word}
    </span>
  );
};
