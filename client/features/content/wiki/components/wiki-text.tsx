import { classNames } from '#client/ui/class-names.ts';

/**
 * HTML that the server has rendered from Markdown and cleaned (server/kit/text/markdown.ts), and nothing else. Not the `Prose` of
 * other pages: that comes in one file with the forum, which the wiki has no use for.
 */
export function WikiText({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own renderer made it, from a short list of elements
    <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
