import type { MediaCardProps } from '#client/ui/media/media-card.tsx';
import type { ResourceCard } from '#contract/resources/api.ts';

/** A card's picture, with its average colour in its place until it is there. */
export function cardImage({
  thumbnailUrl,
  thumbnailColor,
}: Pick<ResourceCard, 'thumbnailUrl' | 'thumbnailColor'>): MediaCardProps['image'] {
  return thumbnailUrl
    ? { src: thumbnailUrl, style: thumbnailColor ? { background: thumbnailColor } : undefined }
    : null;
}
