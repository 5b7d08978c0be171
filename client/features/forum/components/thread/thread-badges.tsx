import { Badge } from '#client/ui/badge.tsx';
import { classNames } from '#client/ui/class-names.ts';
import type { Thread } from '#contract/forum/api.ts';

/** 'Pinned' and 'Locked' (specification, section 2). */
export function ThreadBadges({ isPinned, isLocked }: Pick<Thread, 'isPinned' | 'isLocked'>) {
  return (
    <>
      {isPinned && (
        <Badge tone="daylight" icon="pin">
          Pinned
        </Badge>
      )}
      {isLocked && <Badge icon="lock">Locked</Badge>}
    </>
  );
}

export function Tags({ tags, className }: Pick<Thread, 'tags'> & { className?: string }) {
  return (
    tags.length > 0 && (
      <ul className={classNames('flex flex-wrap gap-1.5', className)} aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Badge>{tag}</Badge>
          </li>
        ))}
      </ul>
    )
  );
}
