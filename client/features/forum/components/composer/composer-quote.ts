// Answering a post: its author named, or its words quoted under their name.
import type { Post } from '#contract/forum/api.ts';

/** A post that is answered: its author is named, or its words are quoted. A new `nonce` puts it in once more. */
export type Answered = { post: Post; nonce: number; as: 'mention' | 'quote' };

/** Characters of a post that are quoted: whoever wants more copies it. */
const QUOTED_CHARACTERS = 1500;

const nameOf = ({ author }: Post): string => (author.id === null ? author.username : `@${author.username}`);

/** Names the author of the post that is answered; nobody when they have left. */
export function mentionOf({ author }: Post): string {
  return author.id === null ? '' : `@${author.username} `;
}

/** What the post itself says: quotes in it would pile up with every answer. */
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

/** A post as a quote with its author's name above, and an empty line below to write in. */
export function quoteOf(post: Post): string {
  const lines = shortened(ownWords(post.content)).split('\n');
  const quoted = lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  return `${nameOf(post)} wrote:\n\n${quoted}\n\n`;
}
