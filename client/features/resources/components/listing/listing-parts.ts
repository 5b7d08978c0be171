// Links of the listing, whose code is loaded after the page.
import { SoundSwitchPart } from '#client/features/resources/components/sound/sound-part.ts';
import { laterPart } from '#client/ui/later-part.tsx';

export const NothingFoundPart = laterPart(() => import('./nothing-found.tsx').then((file) => file.NothingFound));
export const PopularEditorsPart = laterPart(() => import('./popular-editors.tsx').then((file) => file.PopularEditors));
export const CategoryPillsPart = laterPart(() => import('./category-pills.tsx').then((file) => file.CategoryPills));

export const ListingRefusedPart = laterPart(() => import('./listing-refused.tsx').then((file) => file.ListingRefused));
export const PastTheEndPart = laterPart(() => import('./past-the-end.tsx').then((file) => file.PastTheEnd));
export const CorrectedSearchPart = laterPart(() =>
  import('./corrected-search.tsx').then((file) => file.CorrectedSearch),
);

export function loadListingParts(): Promise<unknown> {
  return Promise.all(
    [NothingFoundPart, PopularEditorsPart, CategoryPillsPart, CorrectedSearchPart, SoundSwitchPart].map((part) =>
      part.preload(),
    ),
  );
}
