// Document head of a resource page, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { counter, personData, thing, trail } from '#client/kit/text/structured-data.ts';
import { elementPath, profilePath, resourcePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { licenceOf } from '#contract/resources/licences.ts';
import { resourceCardOf, shareCardPath } from '#contract/seo/og-images.ts';

export function resourceTitle({ site }: AppContext, resource: Resource | undefined): string {
  return `${resource ? resource.title : 'Resource Not Found'} - ${site.siteName}`;
}

/** URLs of the resource's pictures on this site, even if pages load them from another host. */
const ownPictures = (origin: string, { image, thumbnailUrl }: Resource): string[] =>
  [image, thumbnailUrl]
    .map((path) => path.replace(/^https?:.*(?=\/public\/thumbnails\/)/, ''))
    .filter((path) => path.startsWith('/public/thumbnails/'))
    .map((path) => origin + path);

/** Head of the resource page, or of the not-found page if the resource does not exist. */
export function resourceHead(context: AppContext, resource: Resource | undefined): Head {
  const title = resourceTitle(context, resource);
  if (!resource) return { title, canonical: null };
  const { site, origin } = context;
  const { slug, author, createdAt, updatedAt, tags, licence } = resource;
  // A starter element has two URLs; this is the canonical one.
  const own = slug ? elementPath(slug) : resourcePath(resource.id);
  const description = resource.description || `${resource.title} for ${resource.editor}, by ${author}.`;
  const genre = resource.type || resource.category;
  const card = resourceCardOf(resource);
  const isOpen = resource.status === 'APPROVED';
  const list = slug ? { name: 'Elements', path: '/elements' } : { name: 'Editing Assets', path: '/resources' };
  return {
    title,
    description,
    // Only approved resources are public, so the others get no share image.
    ...(isOpen ? { card } : {}),
    canonical: isOpen ? own : null,
    about: {
      type: 'article',
      fields: [
        ['article:published_time', createdAt],
        ['article:modified_time', updatedAt],
        ['article:author', origin + profilePath(author)],
        ['article:section', genre],
        ...tags.map((tag) => ['article:tag', tag] as const),
      ],
    },
    feed: { title: `New resources by ${author}`, path: `/feed.xml?author=${author}` },
    jsonLd: [
      thing('CreativeWork', {
        name: resource.title,
        description,
        url: origin + own,
        image: [...ownPictures(origin, resource), origin + shareCardPath(site, card)],
        genre,
        keywords: tags.join(', '),
        isAccessibleForFree: !resource.isPremium,
        ...(licence ? { license: new URL(licenceOf(licence)?.url ?? '/terms', origin).href } : {}),
        dateCreated: createdAt,
        datePublished: createdAt,
        dateModified: updatedAt,
        author: personData(origin, author),
        interactionStatistic: [
          counter('ViewAction', resource.views),
          counter('LikeAction', resource.likes),
          counter('DownloadAction', resource.downloads),
        ],
      }),
      trail(origin, site.siteName, list, { name: resource.title, path: own }),
    ],
  };
}
