// Links of the listing, whose code is loaded after the page.
import { laterPart } from '#client/ui/later-part.tsx';

export const NothingFound = laterPart(() => import('./nothing-found.tsx').then((file) => file.NothingFound));
export const PopularEditors = laterPart(() => import('./popular-editors.tsx').then((file) => file.PopularEditors));
export const CategoryPills = laterPart(() => import('./category-pills.tsx').then((file) => file.CategoryPills));

export function loadListingParts(): Promise<unknown> {
  return Promise.all([NothingFound, PopularEditors, CategoryPills].map((part) => part.preload()));
}
