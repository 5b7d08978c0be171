import { Link } from 'react-router';
import { CardMarks } from '#client/features/resources/bookmarks/components/card-marks.tsx';
import { useMarks } from '#client/features/resources/bookmarks/components/marks.ts';
import { MediaCard } from '#client/ui/media/media-card.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceCard as Card } from '#contract/resources/api.ts';
import { cardImage } from './card-image.ts';

/**
 * Resource card for grids on any page. Links to the resource page unless `to` is given (starter elements have their own pages).
 */
export function ResourceCard({
  resource,
  to = resourcePath(resource.id),
  priority,
  heading = 'h2',
}: {
  resource: Card;
  to?: string;
  priority?: boolean;
  heading?: 'h2' | 'h3';
}) {
  const marks = useMarks();
  return (
    <MediaCard
      to={to}
      title={resource.title}
      image={cardImage(resource)}
      access={resource.isPremium ? 'premium' : 'free'}
      type={resource.type}
      label={resource.mediaLabel || null}
      preview={resource.preview}
      author={{ name: resource.author, avatarUrl: resource.authorAvatar }}
      editor={resource.editor}
      likes={resource.likes}
      downloads={resource.downloads}
      priority={priority}
      heading={heading}
      actions={marks && <CardMarks id={resource.id} title={resource.title} />}
      link={Link}
    />
  );
}
