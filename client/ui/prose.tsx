import { classNames } from './class-names.ts';
import './prose.css';

/** Shows HTML that the server rendered from Markdown and sanitised (server/kit/text/markdown.ts). Never pass any other HTML. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our server from an allow-list of elements
    <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
