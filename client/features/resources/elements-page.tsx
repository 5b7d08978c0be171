import { ResourceCard } from '#client/features/resources/components/resource-card.tsx';
import { ResourceGrid } from '#client/features/resources/components/resource-grid.tsx';
import { SoundSwitchPart } from '#client/features/resources/components/sound/sound-part.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, read, useRead } from '#client/kit/data/query.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { elementPath } from '#contract/paths.ts';
import { listElements } from './api.ts';
import { elementsHead, elementsTitle } from './elements-head.ts';

const elements = read(listElements, {});

export const page: PageSpec = {
  load: async ({ context }) => {
    await Promise.all([load(context, elements), SoundSwitchPart.preload()]);
    return undefined;
  },
  head: ({ context }) =>
    import.meta.env.SSR ? elementsHead(context, loadedOf(context, elements)) : { title: elementsTitle(context) },
};

/** Grid of the starter elements (product.md DI-3). */
export default function ElementsPage() {
  const cards = useRead(elements);
  return (
    <div className="wide wrap pt-10 pb-21">
      <PageTitle>Elements</PageTitle>
      <div className="mt-4 mb-9 flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <p className="max-w-prose text-muted">
          Starter assets from our own studio. Every file is free for personal and commercial work.
        </p>
        <SoundSwitchPart cards={cards} />
      </div>
      <ResourceGrid>
        {cards.map((card, index) => (
          <li key={card.id}>
            <ResourceCard resource={card} to={elementPath(card.slug ?? card.id)} priority={index < 3} />
          </li>
        ))}
      </ResourceGrid>
    </div>
  );
}
