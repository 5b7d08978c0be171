import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';

/**
 * A file with its name, facts ("1920x1080"), formatted size and actions. If `onOpen` is given, the name is a button. `mark` is
 * the selection checkbox.
 */
export function FileRow({
  name,
  facts,
  size,
  icon = 'file',
  thumbnail,
  selected,
  shown,
  onOpen,
  mark,
  action,
}: {
  name: string;
  /** One for each column; empty where nothing is known. */
  facts: readonly string[];
  size: string;
  icon?: IconName;
  /** Covers the icon. */
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
      data-selected={selected || undefined}
      aria-current={shown || undefined}
    >
      {mark}
      <span className="file-thumb">
        <Icon name={icon} />
        {thumbnail}
      </span>
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
        <span className="mono block truncate text-muted md:hidden">{[...facts.filter(Boolean), size].join(', ')}</span>
      </span>
      <span className="file-facts mono">
        {facts.map((fact, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns don't move
          <span key={column}>{fact}</span>
        ))}
      </span>
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
