import { Link } from 'react-router';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { classNames } from '#client/ui/class-names.ts';
import type { PostAuthor } from '#contract/forum/api.ts';
import { profilePath } from '#contract/paths.ts';

const TONES: Partial<Record<PostAuthor['role'], Tone>> = { ADMIN: 'clip', LEAKER: 'tally', PREMIUM: 'tungsten' };

/** A person's name, linked to their profile. Deleted users have no link. */
export function PersonName({ person, className }: { person: PostAuthor; className?: string }) {
  return person.id === null ? (
    <span className={classNames('text-muted', className)}>{person.username}</span>
  ) : (
    <Link to={profilePath(person.username)} className={classNames('hover:underline', className)}>
      {person.username}
    </Link>
  );
}

/** Badges for ADMIN, LEAKER or PREMIUM, and for a moderator of this part of the forum; renders nothing for others. */
export function PersonRoleBadge({ role, isModerator }: Pick<PostAuthor, 'role'> & { isModerator?: boolean }) {
  const tone = TONES[role];
  return (
    <>
      {tone && <Badge tone={tone}>{role}</Badge>}
      {isModerator && <Badge tone="scope">Moderator</Badge>}
    </>
  );
}
