import { useParams } from 'react-router';
import type { PageSpec } from '#client/kit/page.ts';
import { load, read, useRead } from '#client/kit/query.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { resourcePath } from '#contract/paths.ts';
import { getResource } from './api.ts';

const resourceRead = (id: string) => read(getResource, { params: { id } });

export const page: PageSpec = {
  load: async ({ services, params }) => {
    await load(services, resourceRead(params.resourceId ?? ''));
    return undefined;
  },
  head: ({ params, services }) => ({ title: services.site.siteName, canonical: resourcePath(params.resourceId ?? '') }),
};

export default function ResourcePage() {
  const { resourceId = '' } = useParams();
  const resource = useRead(resourceRead(resourceId));
  return <PageTitle className="wrap">{resource.title}</PageTitle>;
}
