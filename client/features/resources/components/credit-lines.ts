// Credits for an asset, for the three places where editors need them.
import { resourcePath } from '#contract/paths.ts';
import { licenceOf } from '#contract/resources/licences.ts';

type Credited = { id: string; title: string; author: string; licence: string | null };

export type CreditLine = { label: string; text: string };

/**
 * A sentence with all that CC BY asks for (title, creator, source, licence and its address), a line for the description of a video
 * and a line for end credits. `origin` is the site's address.
 */
export function creditLines({ id, title, author, licence }: Credited, origin: string): CreditLine[] {
  const source = new URL(resourcePath(id), origin).href;
  const known = licenceOf(licence);
  const url = known && new URL(known.url, origin).href;
  const terms = licence ?? 'no licence stated';
  return [
    {
      label: 'Text',
      text: `"${title}" by ${author} (${source}), ${licence ? 'licensed under ' : ''}${terms}${url ? ` (${url})` : ''}.`,
    },
    { label: 'Description line', text: `${title} by ${author}: ${source} | ${terms}${url ? `: ${url}` : ''}` },
    { label: 'End-credit line', text: `${title} by ${author}, ${terms}` },
  ];
}
