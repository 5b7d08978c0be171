import { useSearchParams } from 'react-router';
import { ReportForm } from '#client/features/reports/components/report-form.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, useRead } from '#client/kit/data/query.ts';
import { textRead } from '#client/kit/site-texts.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Prose } from '#client/ui/prose.tsx';
import { reportHead, reportTitle } from './report-head.ts';

export const page: PageSpec = {
  load: async ({ context }) => {
    await load(context, textRead('report'));
    return undefined;
  },
  head: ({ context }) => (import.meta.env.SSR ? reportHead(context) : { title: reportTitle(context) }),
};

/** Accepts only addresses on this site, so that a link on another site cannot prefill the form with a foreign address. */
const aboutOf = (asked: string | null, origin: string): string =>
  asked && /^\/(?![/\\])/.test(asked) ? origin + asked : '';

/** /report: the form for reporting content, with or without an account (product.md SH-8). */
export default function ReportPage() {
  const { origin } = useAppContext();
  const [parameters] = useSearchParams();
  const { title, html, contact } = useRead(textRead('report'));
  const about = aboutOf(parameters.get('about'), origin);
  return (
    <div className="wrap py-9 md:py-14">
      <PageTitle>{title}</PageTitle>
      <Prose html={html} className="mt-7" />
      <div className="mt-7 max-w-[46rem]">
        <noscript>
          <p className="message c-tungsten mb-5">
            This form needs JavaScript, which is turned off in your browser.{' '}
            {contact &&
              `Contact us instead:
            ${contact}`}
          </p>
        </noscript>
        <Panel className="md:p-7">
          <ReportForm key={about} about={about} />
        </Panel>
      </div>
    </div>
  );
}
