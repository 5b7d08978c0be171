// What search engines and shared links read of a profile.
import type { Failure, Head } from '#client/kit/page.ts';
import { loadedOf } from '#client/kit/query.ts';
import type { Services } from '#client/kit/services.ts';
import type { PublicProfile } from '#contract/members.ts';
import { profilePath } from '#contract/paths.ts';
import { type ProfileQuery, profileHref } from './profile-query.ts';
import { profileRead } from './profile-reads.ts';

const TAB_TITLES = { uploads: '', collections: 'Collections - ', about: 'About - ' };

const ownPicture = (path: string): string | undefined =>
  path.startsWith('/') && !path.startsWith('//') ? path : undefined;

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
});

const describeProfile = ({ bio, displayName, username, uploads }: PublicProfile): string =>
  bio || `${displayName ?? username} shares ${uploads} ${uploads === 1 ? 'resource' : 'resources'} for video editors.`;

/** The head of a profile; without one, that of its absence. */
export const profileHead = (services: Services, asked: string, query: ProfileQuery, failure: Failure | null): Head => {
  const { site, origin } = services;
  const profile = failure ? undefined : loadedOf(services, profileRead(asked));
  if (!profile) {
    const title = failure?.code === 'PROFILE_NOT_FOUND' ? 'Profile Not Found' : 'Page not found';
    return { title: `${title} - ${site.siteName}`, canonical: null };
  }
  const { username, displayName, avatar } = profile;
  const name = displayName ?? username;
  const page = Number(query.page ?? 1);
  const image = ownPicture(avatar);
  return {
    title: `${TAB_TITLES[query.tab]}${name} (@${username})${page > 1 ? ` - Page ${page}` : ''} - ${site.siteName}`,
    description: describeProfile(profile),
    ...(image ? { image } : {}),
    // Results of a search are no page of their own for search engines.
    canonical: query.search ? null : profileHref(username, { tab: query.tab, page }),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: profile.createdAt,
      mainEntity: {
        '@type': 'Person',
        name,
        alternateName: username,
        identifier: username,
        description: describeProfile(profile),
        url: origin + profilePath(username),
        ...(image ? { image: origin + image } : {}),
        interactionStatistic: [counter('FollowAction', profile.followers), counter('LikeAction', profile.totalLikes)],
        agentInteractionStatistic: counter('WriteAction', profile.uploads),
      },
    },
  };
};
