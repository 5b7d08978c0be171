import { Link, useParams } from 'react-router';
import { ForumCrumbs } from '#client/features/forum/components/forum-crumbs.tsx';
import { ForumMissing } from '#client/features/forum/components/forum-missing.tsx';
import { PostArticle } from '#client/features/forum/components/thread/post-article.tsx';
import { PostFoot } from '#client/features/forum/components/thread/post-foot.tsx';
import { ThreadBadges } from '#client/features/forum/components/thread/thread-badges.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, update, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { Post } from '#contract/forum/api.ts';
import { postAnchor, postPath, subcategoryPath, threadPath } from '#contract/paths.ts';
import { postHead, postTitle } from './forum-head.ts';
import { postRead, requirePostId } from './forum-reads.ts';
import { mayModerate } from './moderating.ts';
import './forum.css';

export const page: PageSpec = {
  load: async ({ context, params }) => {
    const id = requirePostId(params.postId);
    const { thread } = await load(context, postRead(id));
    const own = postPath(thread, thread.id, id);
    const place = { category: { slug: params.category ?? '' }, subCategory: { slug: params.subcategory ?? '' } };
    return own === `${subcategoryPath(place)}/${params.threadId}/${id}`
      ? undefined
      : { redirect: own, permanent: true };
  },
  head: ({ context, params, failure }) => {
    const reply = failure ? undefined : loadedOf(context, postRead(params.postId ?? ''));
    return import.meta.env.SSR ? postHead(context, reply) : { title: postTitle(context, reply) };
  },
  Failure: ({ failure, fallback }) => (failure.status === 404 ? <PostMissing /> : fallback),
};

const PostMissing = () => {
  const { category = '', subcategory = '', threadId = '' } = useParams();
  const place = { category: { slug: category }, subCategory: { slug: subcategory } };
  return (
    <ForumMissing
      title="Post not found"
      actions={
        <Link to={threadPath(place, threadId)} className={buttonClass({ variant: 'solid' })}>
          View whole thread
        </Link>
      }
    >
      The thread may have been removed, or the link is incorrect.
    </ForumMissing>
  );
};

/** A single post on its own page (specification, section 2 "Community forums"; product.md CO-3). */
export default function PostPage() {
  const { postId = '' } = useParams();
  const context = useAppContext();
  const { session } = useAuth();
  const given = postRead(postId);
  const { post, thread, page: inPage, previous, next } = useRead(given);
  const person = session.user;
  const href = postPath(thread, thread.id, post.id);
  const isOpen = !thread.isLocked && !thread.subCategory.isClosed;
  const put = (changed: Post): void =>
    update(context, given, (data) => ({ ...data, post: { ...changed, reactions: data.post.reactions } }));
  return (
    <div className="wrap pb-21">
      <div className="forum thread-split mt-5 md:mt-8 md:grid">
        <div className="min-w-0">
          <ForumCrumbs category={thread.category} subCategory={thread.subCategory} />
          <h1 className="display mt-3.5 mb-4 text-[clamp(2.5rem,5vw,4rem)] wrap-anywhere">
            <Link to={threadPath(thread, thread.id)} className="hover:underline">
              {thread.title}
            </Link>
          </h1>
          <div className="flex flex-wrap items-center gap-2.5 text-sm text-muted">
            <ThreadBadges {...thread} />
            <p>
              {post.number === 1 ? 'The first post' : `Post ${post.number}`} in this thread, by {post.author.username}
            </p>
          </div>
          <PostArticle
            post={post}
            place={thread}
            href={href}
            person={person}
            canEdit={isOpen && post.number === 1 && person !== null && person.id === post.author.id}
            onSaved={put}
          >
            {(edit) => (
              <PostFoot
                post={post}
                href={href}
                person={person}
                isGuest={session.state === 'signed-out'}
                canModerate={mayModerate(thread, person)}
                edit={edit}
                onRemoved={put}
              />
            )}
          </PostArticle>
          <nav className="flex flex-wrap gap-2 border-t border-line pt-5" aria-label="Posts in this thread">
            <Link
              to={`${threadPath(thread, thread.id, inPage)}#${postAnchor(post.number)}`}
              className={buttonClass({ variant: 'solid' })}
            >
              View in thread
            </Link>
            {previous && (
              <Link rel="prev" to={postPath(thread, thread.id, previous.id)} className={buttonClass()}>
                <Icon name="back" small />
                Previous post
              </Link>
            )}
            {next && (
              <Link rel="next" to={postPath(thread, thread.id, next.id)} className={buttonClass()}>
                Next post
                <Icon name="forward" small />
              </Link>
            )}
          </nav>
        </div>
      </div>
    </div>
  );
}
