import type { MediaCardProps } from '#client/ui/media/media-card.tsx';
import type { ResourceCard } from '#contract/resources/api.ts';

/** A card's thumbnail, with its average colour as a placeholder until it has loaded. */
export function cardImage({
  thumbnailUrl,
  thumbnailColor,
}: Pick<ResourceCard, 'thumbnailUrl' | 'thumbnailColor'>): MediaCardProps['image'] {
  return thumbnailUrl
    ? { src: thumbnailUrl, style: thumbnailColor ? { background: thumbnailColor } : undefined }
    : null;
}
