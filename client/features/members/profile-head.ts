// Titles and metadata of profiles, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Failure, Head } from '#client/kit/data/page.ts';
import { NO_NEIGHBOURS, pageNeighbours } from '#client/kit/data/page-neighbours.ts';
import { loadedOf } from '#client/kit/data/query.ts';
import { counter, itemList, thing, trail } from '#client/kit/text/structured-data.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { profilePath, resourcePath } from '#contract/paths.ts';
import { profileCardOf } from '#contract/seo/og-images.ts';
import { type ProfileQuery, profileHref } from './profile-query.ts';
import { profileRead, profileUploadsRead } from './profile-reads.ts';

const TAB_TITLES = { uploads: '', collections: 'Collections - ', about: 'About - ' };

const describeProfile = ({ bio, displayName, username, uploads }: PublicProfile): string =>
  bio || `${displayName ?? username} shares ${uploads} ${uploads === 1 ? 'resource' : 'resources'} for video editors.`;

const profileOf = (context: AppContext, asked: string, failure: Failure | null): PublicProfile | undefined =>
  failure ? undefined : loadedOf(context, profileRead(asked));

export function profileTitle(context: AppContext, asked: string, query: ProfileQuery, failure: Failure | null): string {
  const { siteName } = context.site;
  const profile = profileOf(context, asked, failure);
  if (!profile)
    return `${failure?.code === 'PROFILE_NOT_FOUND' ? 'Profile Not Found' : 'Page not found'} - ${siteName}`;
  const { username, displayName } = profile;
  const page = Number(query.page ?? 1);
  return `${TAB_TITLES[query.tab]}${displayName ?? username} (@${username})${page > 1 ? ` - Page ${page}` : ''} - ${siteName}`;
}

/** Title and metadata of a profile, or of the page for a profile that does not exist. */
export function profileHead(context: AppContext, asked: string, query: ProfileQuery, failure: Failure | null): Head {
  const { site, origin } = context;
  const profile = profileOf(context, asked, failure);
  const title = profileTitle(context, asked, query, failure);
  if (!profile) return { title, canonical: null };
  const { username, displayName, avatar, createdAt } = profile;
  const name = displayName ?? username;
  const listed = query.tab === 'uploads' ? loadedOf(context, profileUploadsRead(asked, query)) : undefined;
  const { currentPage = 1, limit = 0 } = listed?.pagination ?? {};
  const at = (page: number): string => profileHref(username, { tab: 'uploads', page });
  // Search results, pages past the end and profiles without uploads are not indexed.
  const isEmpty = listed ? listed.uploads.length === 0 : profile.uploads === 0;
  const isPicture = avatar.startsWith('/') && !avatar.startsWith('//');
  return {
    title,
    description: describeProfile(profile),
    card: profileCardOf(profile),
    // The other tabs are about the same person, so the profile itself is their canonical URL.
    canonical: query.search || isEmpty ? null : at(currentPage),
    ...(listed && !query.search ? pageNeighbours(listed.pagination, at) : NO_NEIGHBOURS),
    about: { type: 'profile', fields: [['profile:username', username]] },
    feed: { title: `New resources by ${name}`, path: `/feed.xml?author=${username}` },
    jsonLd: [
      thing('ProfilePage', {
        dateCreated: createdAt,
        url: origin + profilePath(username),
        mainEntity: {
          '@type': 'Person',
          name,
          alternateName: username,
          identifier: username,
          description: describeProfile(profile),
          url: origin + profilePath(username),
          ...(isPicture ? { image: origin + avatar } : {}),
          interactionStatistic: [counter('FollowAction', profile.followers), counter('LikeAction', profile.totalLikes)],
          agentInteractionStatistic: counter('WriteAction', profile.uploads),
        },
        ...(listed && listed.uploads.length > 0
          ? {
              hasPart: itemList(
                origin,
                listed.uploads.map((card) => ({ name: card.title, path: resourcePath(card.id) })),
                (currentPage - 1) * limit,
              ),
            }
          : {}),
      }),
      trail(origin, site.siteName, { name, path: profilePath(username) }),
    ],
  };
}
