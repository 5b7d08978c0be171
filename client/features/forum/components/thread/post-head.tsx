import { useState } from 'react';
import { Link } from 'react-router';
import { VersionsDialog } from '#client/features/forum/components/editing/edit-versions.tsx';
import { PersonName, PersonRoleBadge } from '#client/features/forum/components/person.tsx';
import { editedMark } from '#client/features/forum/forum-labels.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import type { Post } from '#contract/forum/api.ts';

/** Marks a post as edited. Its author and administrators can open all versions. */
const EditedMark = ({ post, canSeeVersions }: { post: Post; canSeeVersions: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  const mark = editedMark(post.version);
  if (!mark) return null;
  return (
    <span className="text-muted text-sm wrap-anywhere">
      {canSeeVersions ? (
        <button type="button" className="link" title="Show all versions" onClick={() => setOpen(true)}>
          {mark}
        </button>
      ) : (
        mark
      )}
      {post.editReason && ` ${post.editReason}`}
      {isOpen && <VersionsDialog postId={post.id} open={isOpen} onOpenChange={setOpen} />}
    </span>
  );
};

/** Author and time of a post, with a link to the post's own page. */
export function PostHead({
  post,
  href,
  canSeeVersions,
  isModerator,
}: {
  post: Post;
  href: string;
  canSeeVersions: boolean;
  /** Whether the author moderates this part of the forum. */
  isModerator: boolean;
}) {
  return (
    <header className="post-head flex flex-wrap items-center gap-x-3 gap-y-1">
      <PersonName person={post.author} className="py-0.5 font-semibold wrap-anywhere" />
      <PersonRoleBadge role={post.author.role} isModerator={isModerator} />
      <Ago time={post.createdAt} className="text-muted text-sm" />
      {!post.isDeleted && <EditedMark post={post} canSeeVersions={canSeeVersions} />}
      <Link
        to={href}
        className="mono ml-auto min-w-6 py-1 text-center text-muted hover:underline"
        aria-label={`Post ${post.number}`}
      >
        #{post.number}
      </Link>
    </header>
  );
}
