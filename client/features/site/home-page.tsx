import { Link } from 'react-router';
import type { PageSpec } from '../../kit/page.ts';
import { load, useRead } from '../../kit/query.ts';
import { StatRow } from '../../ui/stat.tsx';
import { TagTracks } from '../../ui/track.tsx';
import { homeHead } from './home-head.ts';
import { featuredRead, statsRead, tagsRead, topUsersRead } from './home-reads.ts';
import { ChatInvite } from './parts/chat-invite.tsx';
import { FeaturedGrid } from './parts/featured-grid.tsx';
import { Hero } from './parts/hero.tsx';
import { statLines } from './parts/stat-lines.ts';
import { TopLeakers } from './parts/top-leakers.tsx';
import { trackTags } from './parts/track-tags.ts';
import './home.css';

export const page: PageSpec = {
  load: async ({ services }) => {
    await Promise.all([
      load(services, statsRead),
      load(services, tagsRead),
      load(services, featuredRead),
      load(services, topUsersRead),
    ]);
    return undefined;
  },
  head: ({ services }) => (import.meta.env.SSR ? homeHead(services) : { title: services.site.siteName }),
};

export default function HomePage() {
  const stats = useRead(statsRead);
  const tags = useRead(tagsRead) ?? [];
  const featured = useRead(featuredRead);
  const leakers = useRead(topUsersRead);
  return (
    <>
      <Hero plate={featured?.at(-1)} />
      <TagTracks label="Popular tags" link={Link} tags={trackTags(tags)} />
      <div className="wrap flex flex-col gap-15 pt-14 pb-14 md:gap-21 md:pb-21">
        <FeaturedGrid elements={featured} />
        <section aria-label="The site in numbers">
          <StatRow stats={statLines(stats)} />
        </section>
        <TopLeakers {...leakers} />
        <ChatInvite members={stats?.discordMembers ?? null} />
      </div>
    </>
  );
}
