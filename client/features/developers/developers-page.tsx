import { useSearchParams } from 'react-router';
import { ApiGuide } from '#client/features/developers/components/api-guide.tsx';
import { ApiMenu } from '#client/features/developers/components/api-menu.tsx';
import { apiGroupOf, groupRead, guideRead, OPENAPI_PATH } from '#client/features/developers/components/api-reads.ts';
import { CallFacts } from '#client/features/developers/components/call-facts.tsx';
import { CallList } from '#client/features/developers/components/call-list.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { developersHead, developersTitle } from './developers-head.ts';
import './developers.css';

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const group = apiGroupOf(url.searchParams);
    await (group ? load(context, groupRead(group)) : load(context, guideRead));
    return undefined;
  },
  head: ({ context, url }) => {
    const group = apiGroupOf(url.searchParams);
    const shown = group ? loadedOf(context, groupRead(group)) : undefined;
    return import.meta.env.SSR ? developersHead(context, shown) : { title: developersTitle(context, shown) };
  },
};

const Guide = ({ search }: { search: string }) => {
  const guide = useRead(guideRead);
  return (
    <>
      <ApiMenu groups={guide.groups} current={null} />
      <div className="min-w-0">
        {!search && (
          <>
            <ApiGuide guide={guide} />
            <Ruler className="my-9 md:my-14" />
          </>
        )}
        <CallList groups={guide.groups} search={search} />
      </div>
    </>
  );
};

const Group = ({ group }: { group: string }) => {
  const { id, title, groups, calls } = useRead(groupRead(group));
  return (
    <>
      <ApiMenu groups={groups} current={id} />
      <div className="min-w-0">
        <h2 className="display text-h2">{title}</h2>
        {calls.map((call) => (
          <CallFacts key={call.id} call={call} />
        ))}
      </div>
    </>
  );
};

/** /developers: the API guide and reference (product.md PL-3). */
export default function DevelopersPage() {
  const [query] = useSearchParams();
  const group = apiGroupOf(query);
  return (
    <div className="developers wrap py-9 md:py-14">
      <PageTitle
        actions={
          <a href={OPENAPI_PATH} className={buttonClass()}>
            OpenAPI document
          </a>
        }
      >
        API
      </PageTitle>
      <p className="mt-4 max-w-prose text-muted">Access this site from your own tools.</p>
      <div className="api-columns">
        {group ? <Group group={group} /> : <Guide search={query.get('search') ?? ''} />}
      </div>
    </div>
  );
}
