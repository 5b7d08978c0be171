import { classNames } from '#client/ui/class-names.ts';

/**
 * HTML that the server rendered from Markdown and sanitised (server/kit/text/markdown.ts), and nothing else. Does not
 * use the `Prose` of other pages, because that is bundled with the forum, which the wiki does not need.
 */
export function WikiText({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own renderer made it, from a short list of elements
    <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
