// What search engines and shared links read of a resource.

import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import { profilePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources.ts';

const counter = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
});

/** A picture of this site as its path, also where pages get it elsewhere; others, and none, leave the site's share card. */
const sharedImage = ({ image, thumbnailUrl }: Resource): string | undefined =>
  [image, thumbnailUrl]
    .map((path) => path.replace(/^https?:.*(?=\/public\/thumbnails\/)/, ''))
    .find((path) => path.startsWith('/') && !path.startsWith('//'));

/** The head of a resource's page; without the resource, that of its absence. */
export const resourceHead = ({ site, origin }: Services, resource: Resource | undefined, canonical: string): Head => {
  if (!resource) return { title: `Resource Not Found - ${site.siteName}`, canonical: null };
  const image = sharedImage(resource);
  const description = resource.description || `${resource.title} for ${resource.editor}, by ${resource.author}.`;
  return {
    title: `${resource.title} - ${site.siteName}`,
    description,
    ...(image ? { image } : {}),
    // Only approved resources are open to everybody.
    canonical: resource.status === 'APPROVED' ? canonical : null,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'CreativeWork',
      name: resource.title,
      description,
      url: origin + canonical,
      ...(image ? { image: origin + image } : {}),
      genre: resource.type || resource.category,
      keywords: resource.tags.join(', '),
      isAccessibleForFree: !resource.isPremium,
      ...(resource.licence ? { license: resource.licence } : {}),
      dateCreated: resource.createdAt,
      dateModified: resource.updatedAt,
      author: { '@type': 'Person', name: resource.author, url: origin + profilePath(resource.author) },
      interactionStatistic: [
        counter('ViewAction', resource.views),
        counter('LikeAction', resource.likes),
        counter('DownloadAction', resource.downloads),
      ],
    },
  };
};
