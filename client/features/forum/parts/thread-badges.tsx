import { Badge } from '#client/ui/badge.tsx';
import type { Thread } from '#contract/forum.ts';

/** 'Pinned' and 'Locked' (specification, section 2). */
export const ThreadBadges = ({ isPinned, isLocked }: Pick<Thread, 'isPinned' | 'isLocked'>) => (
  <>
    {isPinned && (
      <Badge tone="daylight" icon="pin">
        Pinned
      </Badge>
    )}
    {isLocked && <Badge icon="lock">Locked</Badge>}
  </>
);

export const Tags = ({ tags }: Pick<Thread, 'tags'>) =>
  tags.length > 0 && (
    <ul className="flex flex-wrap gap-1.5" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <span className="badge tint c-muted thread-tag">{tag}</span>
        </li>
      ))}
    </ul>
  );
