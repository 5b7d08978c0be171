// What a post is made of, read from its Markdown once, when it is written.
import type { Deps } from '../../deps.ts';
import { RENDERER, renderPost } from './rules.ts';

export type PreparedContent = {
  html: string;
  renderer: number;
  /** Usernames of existing people, as they are written in the text, in lower case. */
  mentions: string[];
  /** Resources that the text links to, in order, those that everybody may see. */
  resourceIds: string[];
  /** File names of pictures of this site that the text shows. */
  pictures: string[];
  /** The first 300 characters as plain words, for lists. */
  excerpt: string;
};

export const prepareContent = async (
  deps: Pick<Deps, 'db' | 'publicUrl' | 'now'>,
  content: string,
): Promise<PreparedContent> => ({
  html: renderPost(content, { origin: deps.publicUrl(), mentions: [] }),
  renderer: RENDERER,
  mentions: [],
  resourceIds: [],
  pictures: [],
  excerpt: content.slice(0, 300),
});
