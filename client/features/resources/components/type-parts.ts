// Links to asset types, whose code is loaded after the page.
import { laterPart } from '#client/ui/later-part.tsx';

export const TypeTilesPart = laterPart(() => import('./type-tiles.tsx').then((file) => file.TypeTiles));
