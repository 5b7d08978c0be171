// Replies to a post: mentions its author, or quotes its text under their name.
import type { Post } from '#contract/forum/api.ts';

/** The post to reply to, by mention or quote. A new `nonce` inserts the mention or quote again. */
export type Answered = { post: Post; nonce: number; as: 'mention' | 'quote' };

/** Maximum number of quoted characters. */
const QUOTED_CHARACTERS = 1500;

const nameOf = ({ author }: Post): string => (author.id === null ? author.username : `@${author.username}`);

/** A mention of the post's author; empty if their account was deleted. */
export function mentionOf({ author }: Post): string {
  return author.id === null ? '' : `@${author.username} `;
}

/** The post's own text without nested quotes, which would otherwise grow with every reply. */
const ownWords = (content: string): string =>
  content
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const shortened = (text: string): string => {
  if (text.length <= QUOTED_CHARACTERS) return text;
  const cut = text.slice(0, QUOTED_CHARACTERS);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return `${cut.slice(0, end > QUOTED_CHARACTERS / 2 ? end : -1).trimEnd()} …`;
};

/** Quotes a post under its author's name, followed by an empty line for the reply. */
export function quoteOf(post: Post): string {
  const lines = shortened(ownWords(post.content)).split('\n');
  const quoted = lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  return `${nameOf(post)} wrote:\n\n${quoted}\n\n`;
}
