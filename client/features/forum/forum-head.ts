// Titles and metadata of the forum's pages, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { pageNeighbours } from '#client/kit/data/page-neighbours.ts';
import { counter, itemList, personData, thing, trail } from '#client/kit/text/structured-data.ts';
import type { Category, getPost, Post, PostAuthor, ThreadPage } from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';
import { COMMUNITY_PATH, postPath, profilePath, subcategoryPath, threadPath } from '#contract/paths.ts';
import { pageCard, threadCardOf } from '#contract/seo/og-images.ts';
import { repliesOf } from './forum-labels.ts';
import type { ThreadList } from './live/list-changes.ts';

type PostPageData = ReplyOf<typeof getPost>;

const DESCRIPTION_CHARACTERS = 160;
/** Maximum length of each post in the structured data, in characters; the page itself has the full text. */
const TEXT_CHARACTERS = 300;
/**
 * Only this many characters at the start of a post are read for an excerpt, because posts can be long and the regular expressions
 * below take more than linear time.
 */
const READ_CHARACTERS = 2000;

/** Removes the Markdown syntax from the beginning of a post, and truncates it to `most` characters with an ellipsis. */
export function excerptOf(content: string, most = DESCRIPTION_CHARACTERS): string {
  const words = content
    .slice(0, READ_CHARACTERS)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>~|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words.length <= most) return words.toWellFormed();
  const cut = words.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 60)).toWellFormed()}…`;
}

/** Excerpts shorter than this say too little on their own. */
const SHORT_CHARACTERS = 40;

/** Describes a post with the start of its text. If that is short, the author and location are added. */
const describePost = (content: string, writer: PostAuthor, place: string): string => {
  const excerpt = excerptOf(content);
  return excerpt.length < SHORT_CHARACTERS ? `${writer.username} in ${place}: ${excerpt}`.replace(/: $/, '') : excerpt;
};

const author = (origin: string, { id, username }: PostAuthor) => personData(origin, username, id !== null);

const comment = (origin: string, thread: ThreadPage, post: Post) => ({
  '@type': 'Comment',
  text: excerptOf(post.content, TEXT_CHARACTERS),
  url: origin + postPath(thread, thread.id, post.id),
  datePublished: post.createdAt,
  author: author(origin, post.author),
  interactionStatistic: counter('LikeAction', post.likes),
});

const FORUM = 'Community Forums';
const forumStep = { name: FORUM, path: COMMUNITY_PATH };

export function communityTitle({ site }: AppContext): string {
  return `${FORUM} - ${site.siteName}`;
}

export function communityHead(context: AppContext, categories: readonly Category[] | undefined): Head {
  const { site, origin } = context;
  const title = communityTitle(context);
  const lists = (categories ?? []).flatMap((category) =>
    category.subCategories.map((subCategory) => ({
      name: subCategory.name,
      path: subcategoryPath({ category, subCategory }),
    })),
  );
  return {
    title,
    description: 'Discuss grading, sound, motion and assets: ask questions, show your work and help other editors.',
    canonical: COMMUNITY_PATH,
    card: pageCard('community'),
    jsonLd: [
      thing('CollectionPage', { name: title, url: origin + COMMUNITY_PATH, mainEntity: itemList(origin, lists) }),
      trail(origin, site.siteName, forumStep),
    ],
  };
}

export function listTitle({ site }: AppContext, list: ThreadList | undefined): string {
  return list ? `${list.name} - ${FORUM} - ${site.siteName}` : `Category not found - ${site.siteName}`;
}

export function listHead(context: AppContext, list: ThreadList | undefined, isFirstPage: boolean): Head {
  const title = listTitle(context, list);
  if (!list) return { title, canonical: null };
  const { site, origin } = context;
  const place = { category: list.category, subCategory: list };
  const own = subcategoryPath(place);
  const threads = list.threads.map(({ id, title: name }) => ({ name, path: threadPath(place, id) }));
  return {
    title,
    description: list.description || `Threads about ${list.name} on the ${site.siteName} forums.`,
    card: pageCard('community'),
    // Pages with a cursor in their URL are not indexed, because their content changes as people post.
    canonical: isFirstPage ? own : null,
    previous: list.newer && `${own}?after=${list.newer}`,
    next: list.older && `${own}?before=${list.older}`,
    jsonLd: [
      thing('CollectionPage', { name: list.name, url: origin + own, mainEntity: itemList(origin, threads) }),
      trail(origin, site.siteName, forumStep, { name: list.name, path: own }),
    ],
  };
}

export function threadTitle({ site }: AppContext, thread: ThreadPage | undefined): string {
  if (!thread) return `Thread not found - ${site.siteName}`;
  const page = thread.pagination.currentPage;
  return `${thread.title}${page > 1 ? ` - Page ${page}` : ''} - ${site.siteName}`;
}

export function threadHead(context: AppContext, thread: ThreadPage | undefined): Head {
  const head = threadTitle(context, thread);
  if (!thread) return { title: head, canonical: null };
  const { site, origin } = context;
  const { title, createdAt, posts, tags } = thread;
  const { currentPage } = thread.pagination;
  const at = (page: number): string => threadPath(thread, thread.id, page);
  const [first] = posts;
  return {
    title: head,
    description: describePost(thread.content, thread.author, thread.subCategory.name),
    card: threadCardOf(thread),
    canonical: at(currentPage),
    ...pageNeighbours(thread.pagination, at),
    about: {
      type: 'article',
      fields: [
        ['article:published_time', createdAt],
        ['article:modified_time', thread.lastPost.createdAt],
        ...(thread.author.id === null
          ? []
          : [['article:author', origin + profilePath(thread.author.username)] as const]),
        ['article:section', thread.subCategory.name],
        ...tags.map((tag) => ['article:tag', tag] as const),
      ],
    },
    jsonLd: [
      thing('DiscussionForumPosting', {
        headline: title,
        text: excerptOf(thread.content, TEXT_CHARACTERS),
        url: origin + at(1),
        datePublished: createdAt,
        ...(first?.number === 1 && first.editedAt ? { dateModified: first.editedAt } : {}),
        author: author(origin, thread.author),
        isPartOf: origin + subcategoryPath(thread),
        ...(tags.length > 0 ? { keywords: tags.join(', ') } : {}),
        commentCount: repliesOf(thread),
        interactionStatistic: [counter('CommentAction', repliesOf(thread)), counter('ViewAction', thread.viewCount)],
        comment: posts
          .filter((post) => post.number > 1 && !post.isDeleted)
          .map((post) => comment(origin, thread, post)),
      }),
      trail(
        origin,
        site.siteName,
        forumStep,
        { name: thread.subCategory.name, path: subcategoryPath(thread) },
        { name: title, path: at(1) },
      ),
    ],
  };
}

export function postTitle({ site }: AppContext, reply: PostPageData | undefined): string {
  return reply
    ? `${reply.post.author.username} on ${reply.thread.title} - ${site.siteName}`
    : `Post not found - ${site.siteName}`;
}

export function postHead(context: AppContext, reply: PostPageData | undefined): Head {
  const title = postTitle(context, reply);
  if (!reply) return { title, canonical: null };
  const { site, origin } = context;
  const { post, thread } = reply;
  const own = postPath(thread, thread.id, post.id);
  return {
    title,
    description: describePost(post.content, post.author, thread.title),
    card: pageCard('community'),
    canonical: post.isDeleted ? null : own,
    about: { type: 'article', fields: [['article:published_time', post.createdAt]] },
    jsonLd: [
      thing('DiscussionForumPosting', {
        headline: thread.title,
        text: excerptOf(post.content, TEXT_CHARACTERS) || thread.title,
        url: origin + own,
        datePublished: post.createdAt,
        ...(post.editedAt ? { dateModified: post.editedAt } : {}),
        author: author(origin, post.author),
        isPartOf: origin + threadPath(thread, thread.id),
        interactionStatistic: counter('LikeAction', post.likes),
      }),
      trail(
        origin,
        site.siteName,
        forumStep,
        { name: thread.subCategory.name, path: subcategoryPath(thread) },
        { name: thread.title, path: threadPath(thread, thread.id) },
      ),
    ],
  };
}
