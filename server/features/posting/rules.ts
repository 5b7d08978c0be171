// How posts are shown and who may change them: decisions without I/O.
import { renderMarkdown } from '../../kit/markdown.ts';

/** Which renderer made the HTML of a post: count it up when its output changes. Older HTML is made anew when it is read. */
export const RENDERER = 1;

/** A post's Markdown as HTML. `mentions` are usernames that become links. */
export const renderPost = (content: string, options: { origin: string; mentions: readonly string[] }): string =>
  renderMarkdown(content, { origin: options.origin });
