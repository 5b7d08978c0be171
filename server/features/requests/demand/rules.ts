// Reads the type and the software that people want out of their words, and combines the counts into lists. No I/O.
import type { WantedRequest, WantedSearch } from '#contract/requests/demand.ts';
import { DEMAND_SHOWN } from '#contract/requests/limits.ts';
import { type KNOWN_EDITORS, RESOURCE_TYPES } from '#contract/uploads/limits.ts';
import type { UnmetCount } from '#server/features/resources/public.ts';

type Type = (typeof RESOURCE_TYPES)[number];

/** What people want it for; null if unknown. */
type Subject = { editor: string | null; type: Type | null };

/** Matches whole words, singular or plural. */
const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?:s|es)?(?![\\p{L}\\p{N}])`, 'iu');

/** Words for the types, the more specific ones first: a "title template" is a title. */
const TYPE_WORDS: readonly [Type, RegExp][] = [
  ['LUT', words('luts?|colou?r grade|colou?r grading|film look')],
  ['transition', words('transition|wipe|whip pan')],
  ['sound effect', words('sound effect|sfx|sound fx|whoosh|riser|foley|ambience')],
  ['music', words('music|song|soundtrack|beat|instrumental')],
  ['title', words('title|lower third|caption|subtitle|typography')],
  ['font', words('font|typeface')],
  ['model', words('3d model|model')],
  ['overlay', words('overlay|light leak|film grain|lens flare|film burn')],
  ['preset', words('preset')],
  ['shape', words('shape')],
  ['template', words('template|mogrt|intro|outro|slideshow')],
];

/** Other names of editors, as people write them. */
const EDITOR_WORDS: readonly [(typeof KNOWN_EDITORS)[number], RegExp][] = [
  ['After Effects', words('after ?effects?|ae')],
  ['Premiere Pro', words('premiere(?: pro)?')],
  ['DaVinci Resolve', words('davinci(?: resolve)?|resolve')],
  ['Final Cut Pro', words('final ?cut(?: pro)?|fcpx?')],
  ['CapCut', words('cap ?cut')],
  ['Blender', words('blender')],
];

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Editor and type that a text names. */
export function subjectOf(text: string): Subject {
  return {
    editor: EDITOR_WORDS.find(([, named]) => named.test(text))?.[0] ?? null,
    type: TYPE_WORDS.find(([, named]) => named.test(text))?.[0] ?? null,
  };
}

type DemandFilter = { editor?: string | undefined; type?: Type | undefined };

const passes = ({ editor, type }: Subject, filter: DemandFilter): boolean =>
  (filter.editor === undefined || (editor !== null && same(editor, filter.editor))) &&
  (filter.type === undefined || type === filter.type);

const typeNamed = (name: string | null): Type | null => RESOURCE_TYPES.find((type) => same(type, name ?? '')) ?? null;

/** Whether the words were cut off while they were typed: there is a longer search that continues the last word. */
const isCutOff = ({ words: cut, people }: UnmetCount, others: readonly UnmetCount[]): boolean =>
  others.some(
    (other) =>
      other.words.length > cut.length &&
      other.people >= people &&
      other.words.startsWith(cut) &&
      other.words[cut.length] !== ' ',
  );

/**
 * A row's subject: what its words name, otherwise the filters of its searches. Editors that the site doesn't know are left out,
 * because a filter may be any text.
 */
const subjectOfRow = (row: UnmetCount, editors: readonly string[]): Subject => {
  const named = subjectOf(row.words);
  return {
    editor: named.editor ?? editors.find((editor) => row.editor !== null && same(editor, row.editor)) ?? null,
    type: named.type ?? typeNamed(row.type),
  };
};

/** Searches with their subjects, most people first. The same words appear once for each subject. */
export function readSearches(rows: readonly UnmetCount[], editors: readonly string[]): WantedSearch[] {
  const found = new Map<string, WantedSearch>();
  for (const row of rows) {
    // A filter that is no known value says nothing.
    const subject = subjectOfRow(row, editors);
    if ((row.editor !== null && subject.editor === null) || (row.type !== null && subject.type === null)) continue;
    if (isCutOff(row, rows)) continue;
    const key = JSON.stringify([row.words, subject.editor, subject.type]);
    const known = found.get(key);
    if (!known || known.people < row.people) found.set(key, { words: row.words, people: row.people, ...subject });
  }
  return [...found.values()].sort((a, b) => b.people - a.people);
}

export type VotedRequest = { id: string; name: string; title: string | null; people: number };

export function readRequests(rows: readonly VotedRequest[]): WantedRequest[] {
  return rows.map(({ id, name, title, people }) => {
    const own = subjectOf(name);
    const linked = subjectOf(title ?? '');
    return { id, resourceName: name, people, editor: own.editor ?? linked.editor, type: own.type ?? linked.type };
  });
}

/**
 * The entries that pass a filter. Each words appear once: those of any filter come first, because they count the most people.
 */
export function filterSearches(searches: readonly WantedSearch[], filter: DemandFilter): WantedSearch[] {
  const shown = new Map<string, WantedSearch>();
  for (const search of searches) {
    if (!passes(search, filter)) continue;
    const known = shown.get(search.words);
    // Of two entries with as many people, the one that says more.
    const saysMore = known && search.people === known.people && detail(search) > detail(known);
    if (!known || saysMore) shown.set(search.words, search);
  }
  return [...shown.values()].slice(0, DEMAND_SHOWN);
}

const detail = ({ editor, type }: Subject): number => Number(editor !== null) + Number(type !== null);

export function filterRequests(requests: readonly WantedRequest[], filter: DemandFilter): WantedRequest[] {
  return requests.filter((request) => passes(request, filter)).slice(0, DEMAND_SHOWN);
}

/** Values of the filters for which there is anything to show: editors by name, types in their usual order. */
export function filterValues(entries: readonly Subject[]): { editors: string[]; types: Type[] } {
  return {
    editors: [...new Set(entries.flatMap(({ editor }) => editor ?? []))].sort((a, b) => (a < b ? -1 : 1)),
    types: RESOURCE_TYPES.filter((name) => entries.some(({ type }) => type === name)),
  };
}
