import { Link, useLocation } from 'react-router';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { textRead } from '#client/kit/site-texts.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Prose } from '#client/ui/prose.tsx';
import type { TextSlug } from '#contract/content/limits.ts';
import { textHead, textTitle } from './text-head.ts';

/** The path is the slug of one of the site's texts. The router opens this page only for slugs that exist. */
const slugOf = (pathname: string): TextSlug => pathname.split('/')[1] as TextSlug;

export const page: PageSpec = {
  load: async ({ context, url }) => {
    await load(context, textRead(slugOf(url.pathname)));
    return undefined;
  },
  head: ({ context, url }) => {
    const text = loadedOf(context, textRead(slugOf(url.pathname)));
    return import.meta.env.SSR ? textHead(context, text) : { title: textTitle(context, text) };
  },
};

/** The site's contact if it has one, otherwise a link to the report form. */
const Contact = ({ contact }: { contact: string | null }) => (
  <p className="mt-9 max-w-[68ch] border-t border-line pt-4 wrap-anywhere">
    {contact ? (
      <>
        Contact us:{' '}
        {contact.includes('@') ? (
          <a className="link" href={`mailto:${contact}`}>
            {contact}
          </a>
        ) : (
          contact
        )}
      </>
    ) : (
      <>
        Contact us using the{' '}
        <Link to="/report" className="link">
          report form
        </Link>
        .
      </>
    )}
  </p>
);

/** /terms, /faq and /privacy (product.md SH-8). */
export default function TextPage() {
  const { pathname } = useLocation();
  const { title, html, updatedAt, contact } = useRead(textRead(slugOf(pathname)));
  return (
    <div className="wrap py-9 md:py-14">
      <PageTitle>{title}</PageTitle>
      <Prose html={html} className="mt-7" />
      <Contact contact={contact} />
      {updatedAt && <p className="mt-9 text-sm text-muted">Last updated on {formatDay(updatedAt)}</p>}
    </div>
  );
}
