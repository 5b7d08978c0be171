// What search engines and shared links read of the forum's pages.
import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import type { getPost, Post, PostAuthor, ThreadPage } from '#contract/forum.ts';
import type { ReplyOf } from '#contract/http.ts';
import { COMMUNITY_PATH, postPath, profilePath, subcategoryPath, threadPath } from '#contract/paths.ts';
import { repliesOf } from './forum-words.ts';
import type { ThreadList } from './live/list-changes.ts';

type PostPageData = ReplyOf<typeof getPost>;

const DESCRIPTION_CHARACTERS = 160;
/** Of each post in the data for search engines: the page itself has the whole of them. */
const TEXT_CHARACTERS = 300;
/** What an excerpt is taken from: a text may be long, and looking for signs takes more than its length. */
const READ_CHARACTERS = 2000;

/** The beginning of a text without the signs of Markdown, of at most so many characters and an ellipsis. */
export const excerptOf = (content: string, most = DESCRIPTION_CHARACTERS): string => {
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
};

const person = (origin: string, { id, username }: PostAuthor) => ({
  '@type': 'Person',
  name: username,
  ...(id === null ? {} : { url: origin + profilePath(username) }),
});

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
});

const comment = (origin: string, thread: ThreadPage, post: Post) => ({
  '@type': 'Comment',
  text: excerptOf(post.content, TEXT_CHARACTERS),
  url: origin + postPath(thread, thread.id, post.id),
  datePublished: post.createdAt,
  author: person(origin, post.author),
  interactionStatistic: counter('LikeAction', post.likes),
});

export const communityHead = ({ site }: Services): Head => ({
  title: `Community Forums - ${site.siteName}`,
  description: 'Editors talk about grading, sound, motion and the assets of this site: ask, show, help.',
  canonical: COMMUNITY_PATH,
});

export const listHead = ({ site }: Services, list: ThreadList | undefined, isFirstPage: boolean): Head => {
  if (!list) return { title: `Category not found - ${site.siteName}`, canonical: null };
  return {
    title: `${list.name} - Community Forums - ${site.siteName}`,
    description: list.description || `Threads about ${list.name} in the forums of ${site.siteName}.`,
    // Places of the list move on while people post: no page of their own for search engines.
    canonical: isFirstPage ? subcategoryPath({ category: list.category, subCategory: list }) : null,
  };
};

export const threadHead = ({ site, origin }: Services, thread: ThreadPage | undefined): Head => {
  if (!thread) return { title: `Thread not found - ${site.siteName}`, canonical: null };
  const { title, author, createdAt, posts, pagination } = thread;
  const page = pagination.currentPage;
  const canonical = threadPath(thread, thread.id, page);
  const description = excerptOf(thread.content);
  return {
    title: `${title}${page > 1 ? ` - Page ${page}` : ''} - ${site.siteName}`,
    description,
    canonical,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'DiscussionForumPosting',
      headline: title,
      text: excerptOf(thread.content, TEXT_CHARACTERS),
      url: origin + threadPath(thread, thread.id),
      datePublished: createdAt,
      author: person(origin, author),
      isPartOf: origin + subcategoryPath(thread),
      ...(thread.tags.length > 0 ? { keywords: thread.tags.join(', ') } : {}),
      interactionStatistic: [counter('CommentAction', repliesOf(thread)), counter('ViewAction', thread.viewCount)],
      comment: posts.filter((post) => post.number > 1 && !post.isDeleted).map((post) => comment(origin, thread, post)),
    },
  };
};

export const postHead = ({ site }: Services, reply: PostPageData | undefined): Head => {
  if (!reply) return { title: `Post not found - ${site.siteName}`, canonical: null };
  const { post, thread } = reply;
  return {
    title: `${post.author.username} on ${thread.title} - ${site.siteName}`,
    description: excerptOf(post.content) || `A post in ${thread.title}`,
    canonical: post.isDeleted ? null : postPath(thread, thread.id, post.id),
  };
};
