import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { ToolboxSection } from '#client/features/toolbox/admin/toolbox-section.tsx';
import { RefreshServers } from '#client/features/toolbox/components/refresh-servers.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { PageQueries } from '#client/kit/data/page-queries.tsx';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Helix Toolbox - ${context.site.siteName}`, canonical: null }),
};

/** /toolbox: status of the site's servers, in the admin layout. */
export default function ToolboxPage() {
  return (
    <PageQueries>
      <AdminFrame tools={<RefreshServers />}>
        <ToolboxSection />
      </AdminFrame>
    </PageQueries>
  );
}
