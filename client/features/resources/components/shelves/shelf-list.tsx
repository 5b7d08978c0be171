import { useId } from 'react';
import { Link } from 'react-router';
import { ResourceCard } from '#client/features/resources/components/resource-card.tsx';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { getDiscussions } from '#contract/forum/discussions.ts';
import type { ReplyOf } from '#contract/http.ts';
import { listingPath, profilePath } from '#contract/paths.ts';
import type { ResourceCard as Card, Resource } from '#contract/resources/api.ts';
import type { getRelated } from '#contract/resources/related.ts';
import { DiscussedIn } from './discussed-in.tsx';

/** 'All overlays', for a type as stored. */
const allOf = (type: string): string => {
  if (type === 'music') return 'All music';
  return type === 'other' ? 'All other assets' : `All ${type}s`;
};

const Shelf = ({ title, all, to, cards }: { title: string; all: string; to: string; cards: Card[] }) => {
  const id = useId();
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHeading
        id={id}
        actions={
          <Link to={to} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            {all}
          </Link>
        }
      >
        {title}
      </SectionHeading>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-6.5 md:grid-cols-4 md:gap-x-5">
        {cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <ResourceCard resource={card} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The shelves of an asset; empty ones are left out. */
export function ShelfList({
  resource,
  moreBy,
  similar,
  ...discussions
}: { resource: Resource; guest: boolean } & ReplyOf<typeof getRelated> & ReplyOf<typeof getDiscussions>) {
  const { author, creator, type } = resource;
  const uploads = `All ${compactNumber(creator.uploads)} uploads`;
  return (
    <div className="mt-14 grid grid-cols-1 gap-14 wrap-anywhere md:mt-21 [&_h2]:text-[1.875rem]">
      <Shelf title={`More by ${author}`} all={uploads} to={profilePath(author)} cards={moreBy} />
      <Shelf title="Similar" all={allOf(type)} to={listingPath({ type })} cards={similar} />
      <DiscussedIn resource={resource} {...discussions} />
    </div>
  );
}
