import { useParams } from 'react-router';
import type { PageSpec } from '#client/kit/page.ts';
import { load, read, useRead } from '#client/kit/query.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { elementPath } from '#contract/paths.ts';
import { getElement } from './api.ts';

const elementRead = (slug: string) => read(getElement, { params: { slug } });

export const page: PageSpec = {
  load: async ({ services, params }) => {
    await load(services, elementRead(params.slug ?? ''));
    return undefined;
  },
  head: ({ params, services }) => ({ title: services.site.siteName, canonical: elementPath(params.slug ?? '') }),
};

export default function ElementPage() {
  const { slug = '' } = useParams();
  const element = useRead(elementRead(slug));
  return <PageTitle className="wrap">{element.title}</PageTitle>;
}
