import { Link } from 'react-router';
import type { Answered } from '#client/features/forum/components/composer/composer-quote.ts';
import { LikeButton } from '#client/features/forum/components/like-button.tsx';
import { ModeratePost } from '#client/features/forum/components/moderation/moderate-post.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { Post } from '#contract/forum/api.ts';
import { reportPath } from '#contract/paths.ts';

const QUIET = 'btn btn-quiet btn-sm';

/** Actions on a post: like, reply, edit, report, remove. */
export function PostFoot({
  post,
  href,
  person,
  isGuest,
  canModerate,
  edit,
  onAnswer,
  onRemoved,
}: {
  post: Post;
  href: string;
  person: Account | null;
  isGuest: boolean;
  canModerate: boolean;
  edit: (() => void) | null;
  /** Not set if replies are closed. */
  onAnswer?: ((as: Answered['as']) => void) | undefined;
  onRemoved: (post: Post) => void;
}) {
  return (
    <footer className="post-foot mt-3.5 flex flex-wrap gap-1">
      <LikeButton post={post} isGuest={isGuest} next={href} />
      {onAnswer && (
        <>
          <button type="button" className={QUIET} onClick={() => onAnswer('mention')}>
            <Icon name="reply" small />
            Reply
            <span className="sr-only"> to {post.author.username}</span>
          </button>
          <button type="button" className={QUIET} onClick={() => onAnswer('quote')}>
            Quote
            <span className="sr-only"> {post.author.username}</span>
          </button>
        </>
      )}
      {edit && (
        <button type="button" className={QUIET} onClick={edit}>
          Edit
        </button>
      )}
      {canModerate && post.number > 1 && <ModeratePost post={post} onChanged={onRemoved} />}
      {(person === null || person.id !== post.author.id) && (
        <Link to={reportPath(href)} className={`${QUIET} ml-auto`} aria-label={`Report post ${post.number}`}>
          Report
        </Link>
      )}
    </footer>
  );
}
