import { type ReactNode, useState } from 'react';
import { AssetCard } from '#client/features/forum/components/asset-card.tsx';
import { EditPost } from '#client/features/forum/components/editing/edit-post.tsx';
import { ModeratePost } from '#client/features/forum/components/moderation/moderate-post.tsx';
import { isModeratorOf, mayModerate } from '#client/features/forum/moderating.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Prose } from '#client/ui/prose.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { postAnchor } from '#contract/paths.ts';
import { PostHead } from './post-head.tsx';

/** Shown in place of a removed post, with the reason. */
const Tombstone = ({ reason }: { reason: string | null }) => (
  <p className="mt-2.5 text-muted wrap-anywhere">
    This post was removed by a moderator.{reason && ` Reason: ${reason}`}
  </p>
);

/** A post with its author, text, linked resources and actions. */
export function PostArticle({
  post,
  place,
  href,
  person,
  canEdit,
  onSaved,
  children,
}: {
  post: Post;
  /** The thread that the post is in. */
  place: Pick<ThreadPage, 'moderators'>;
  /** URL of the post's own page. */
  href: string;
  person: Account | null;
  /** Whether this is the viewer's own first post in an open thread. */
  canEdit: boolean;
  /** Called with the post after it was edited or restored. */
  onSaved: (post: Post) => void;
  /** Renders the row below the text; `edit` starts editing. */
  children: (edit: (() => void) | null) => ReactNode;
}) {
  const [isEditing, setEditing] = useState(false);
  const isOwn = person !== null && person.id === post.author.id;
  const words = (
    <>
      <Prose html={post.html} className="post-words" />
      {post.resources.length > 0 && (
        <ul className="mt-4 grid gap-2" aria-label="Linked assets">
          {post.resources.map((resource) => (
            <li key={resource.id}>
              <AssetCard resource={resource} />
            </li>
          ))}
        </ul>
      )}
      {children(canEdit ? () => setEditing(true) : null)}
    </>
  );
  const editor = (
    <EditPost
      post={post}
      onSaved={(saved) => {
        setEditing(false);
        onSaved(saved);
      }}
      onCancel={() => setEditing(false)}
    />
  );
  return (
    <article
      id={postAnchor(post.number)}
      className="post"
      data-number={post.number}
      aria-label={`Post ${post.number} by ${post.author.username}`}
    >
      <Avatar name={post.author.username} src={post.author.avatar} size={48} />
      <div className="min-w-0">
        <PostHead
          post={post}
          href={href}
          canSeeVersions={isOwn || person?.role === 'ADMIN'}
          isModerator={isModeratorOf(place, post.author.id)}
        />
        {post.isDeleted ? (
          <>
            <Tombstone reason={post.deleteReason} />
            {mayModerate(place, person) && <ModeratePost post={post} onChanged={onSaved} />}
          </>
        ) : isEditing ? (
          editor
        ) : (
          words
        )}
      </div>
    </article>
  );
}
