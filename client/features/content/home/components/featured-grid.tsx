import { Link } from 'react-router';
import { CardMarks } from '#client/features/resources/bookmarks/components/card-marks.tsx';
import { useMarks } from '#client/features/resources/bookmarks/components/marks.ts';
import { SoundSwitchPart } from '#client/features/resources/components/sound/sound-part.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { MediaCard } from '#client/ui/media/media-card.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { elementPath, resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { elementPicture } from './element-picture.ts';

/** The mosaic needs all eight elements. The first spans two rows, the sixth spans two columns (specification, section 9). */
const MOSAIC_SIZE = 8;
const places: Record<number, { size: 'lead' | 'wide'; className: string }> = {
  0: { size: 'lead', className: 'col-span-2 tab:row-span-2' },
  5: { size: 'wide', className: 'col-span-2' },
};

/**
 * Card widths for `sizes`: half or a quarter of the page on wide screens. On phones, a wide card fills the width but declares
 * half of it, because a 640-pixel picture is good enough on a phone and the next larger one has twice the bytes.
 */
const WIDE = '48vw';
const NARROW = '(width >= 45rem) 24vw, 47vw';

/** `elements` is null if they could not be loaded. */
export function FeaturedGrid({ elements }: { elements: ResourceCard[] | null }) {
  const marks = useMarks();
  return (
    <section aria-labelledby="featured">
      <SectionHeading
        id="featured"
        actions={
          <>
            {/* On phones it would push the first card off the screen. */}
            <div className="ml-auto max-sm:hidden">
              <SoundSwitchPart cards={elements} />
            </div>
            <Link to="/resources" className={buttonClass()}>
              Browse all presets
            </Link>
          </>
        }
      >
        Featured
      </SectionHeading>
      {elements === null && <Message tone="error">The featured assets could not be loaded.</Message>}
      {elements?.length === 0 && (
        <EmptyState title="Nothing featured yet" heading="h3">
          Featured assets will show up here.
        </EmptyState>
      )}
      {elements && elements.length > 0 && (
        <div className="grid grid-cols-2 gap-x-3 gap-y-6.5 tab:grid-cols-4 md:gap-x-5 md:gap-y-8.5">
          {elements.map((element, index) => (
            <MediaCard
              key={element.id}
              to={element.slug ? elementPath(element.slug) : resourcePath(element.id)}
              title={element.title}
              image={elementPicture(element.thumbnailUrl, places[index] ? WIDE : NARROW)}
              access={element.isPremium ? 'premium' : 'free'}
              type={element.type}
              label={element.mediaLabel}
              preview={element.preview}
              author={{ name: element.author, avatarUrl: element.authorAvatar }}
              editor={element.editor}
              likes={element.likes}
              downloads={element.downloads}
              actions={marks && <CardMarks id={element.id} title={element.title} />}
              link={Link}
              {...(elements.length === MOSAIC_SIZE ? places[index] : undefined)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
