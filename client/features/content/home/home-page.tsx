import { Link } from 'react-router';
import { FeaturedGrid } from '#client/features/content/home/components/featured-grid.tsx';
import { Hero } from '#client/features/content/home/components/hero.tsx';
import { TopLeakers } from '#client/features/content/home/components/top-leakers.tsx';
import { trackTags } from '#client/features/content/home/components/track-tags.ts';
import { typesRead } from '#client/features/resources/components/asset-types.ts';
import { SoundSwitchPart } from '#client/features/resources/components/sound/sound-part.ts';
import { TypeTilesPart } from '#client/features/resources/components/type-parts.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, useRead } from '#client/kit/data/query.ts';
import { laterPart } from '#client/ui/later-part.tsx';
import { TagTracks } from '#client/ui/media/track.tsx';
import { homeHead } from './home-head.ts';
import { featuredRead, homeStatsRead, tagsRead, topUsersRead } from './home-reads.ts';
import './home.css';

const SiteNumbers = laterPart(() => import('./components/site-numbers.tsx').then((file) => file.SiteNumbers));
const ChatInvite = laterPart(() => import('./components/chat-invite.tsx').then((file) => file.ChatInvite));

export const page: PageSpec = {
  load: async ({ context }) => {
    await Promise.all([
      load(context, homeStatsRead),
      load(context, tagsRead),
      load(context, featuredRead),
      load(context, topUsersRead),
      // Without them, the hero has no tiles.
      load(context, typesRead).catch(() => null),
      ...[TypeTilesPart, SoundSwitchPart, SiteNumbers, ChatInvite].map((part) => part.preload()),
    ]);
    return undefined;
  },
  head: ({ context }) => (import.meta.env.SSR ? homeHead(context) : { title: context.site.siteName }),
};

export default function HomePage() {
  const stats = useRead(homeStatsRead);
  const tags = useRead(tagsRead) ?? [];
  const featured = useRead(featuredRead);
  const leakers = useRead(topUsersRead);
  return (
    <>
      <Hero plate={featured?.at(-1)} />
      <TagTracks label="Popular tags" link={Link} tags={trackTags(tags)} />
      <div className="wrap flex flex-col gap-15 pt-5 pb-14 md:gap-21 md:pb-21">
        <FeaturedGrid elements={featured} />
        <section aria-label="Site statistics">
          <SiteNumbers stats={stats} />
        </section>
        <TopLeakers {...leakers} />
        <ChatInvite members={stats?.discordMembers ?? null} />
      </div>
    </>
  );
}
