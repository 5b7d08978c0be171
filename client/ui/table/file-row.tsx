import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';

/**
 * A file with its name, facts, formatted size and actions. If `onOpen` is given, the name is a button. `mark` is
 * the selection checkbox.
 */
export function FileRow({
  path,
  name,
  facts,
  note,
  size,
  thumbnail,
  selected,
  shown,
  onOpen,
  mark,
  action,
}: {
  /** Where keys find the file. */
  path?: string;
  name: string;
  /** Facts in columns (`.file-facts`), and in one line for phones. */
  facts?: ReactNode;
  note?: ReactNode;
  size: string;
  /** A picture or an icon. */
  thumbnail?: ReactNode;
  selected?: boolean;
  /** Whether the file is the one shown above the list. */
  shown?: boolean;
  onOpen?: { label: string; open: () => void } | undefined;
  mark?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li
      className={classNames('file-row', Boolean(mark) && 'file-row-marked')}
      data-file={path}
      data-selected={selected || undefined}
      aria-current={shown || undefined}
    >
      {mark}
      <span className="file-thumb">{thumbnail ?? <Icon name="file" />}</span>
      <span className="min-w-0">
        {onOpen ? (
          <button
            type="button"
            className="row-link block w-full truncate text-left font-semi"
            aria-label={onOpen.label}
            onClick={onOpen.open}
          >
            {name}
          </button>
        ) : (
          <span className="block truncate font-semi">{name}</span>
        )}
        <span className="mono block truncate text-muted md:hidden">
          {size} {note}
        </span>
      </span>
      {facts ?? <span className="file-facts" />}
      <span className="mono text-right text-muted max-md:hidden">{size}</span>
      <span className="flex justify-end">{action}</span>
    </li>
  );
}

/**
 * A lock and a label, shown instead of the download button to users without access. On phones the label is for screen readers
 * only.
 */
export function LockedMark({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 text-sm text-tungsten">
      <Icon name="lock" small />
      <span className="max-md:sr-only">{children}</span>
    </span>
  );
}
