import { classNames } from '#client/ui/class-names.ts';

/**
 * Renders HTML that the server made from Markdown and sanitised (server/kit/text/markdown.ts). Must not be used for any other
 * HTML. Unlike other pages, the wiki does not use `Prose`, because `Prose` is bundled with the forum's code.
 */
export function WikiText({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own renderer made it, from a short list of elements
    <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
