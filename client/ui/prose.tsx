import { classNames } from './class-names.ts';
import './prose.css';

/** HTML that the server has rendered from Markdown and cleaned (server/kit/text/markdown.ts), and nothing else. */
export function Prose({ html, className }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own renderer made it, from a short list of elements
    <div className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
