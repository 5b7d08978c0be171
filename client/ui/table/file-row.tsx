import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';

/**
 * A file with its name, kind ("PRORES"), formatted size and actions. If `onOpen` is given, the name is a button. `mark` is the
 * selection checkbox.
 */
export function FileRow({
  name,
  kind,
  size,
  icon = 'file',
  thumbnail,
  selected,
  onOpen,
  mark,
  action,
}: {
  name: string;
  kind: string;
  size: string;
  icon?: IconName;
  thumbnail?: string | null;
  selected?: boolean;
  onOpen?: () => void;
  mark?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className={classNames('file-row', Boolean(mark) && 'file-row-marked')} data-selected={selected || undefined}>
      {mark}
      <span className="file-thumb">
        <Icon name={icon} />
        {thumbnail && (
          <img src={thumbnail} alt="" loading="lazy" decoding="async" ref={hideIfFailed} onError={hideOnError} />
        )}
      </span>
      {onOpen ? (
        <button type="button" className="truncate py-2.5 text-left font-semi hover:underline" onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span className="truncate font-semi">{name}</span>
      )}
      <span className="mono text-muted max-md:hidden">{kind}</span>
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
