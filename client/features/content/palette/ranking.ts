// Which results the palette shows, and in which order.

import type { IconPath } from '#client/ui/icon.tsx';
import type { SiteHits } from '#contract/content/palette.ts';
import { profilePath, resourcePath, threadPath } from '#contract/paths.ts';
import { type GroupKey, groupOfKind, type PaletteCommand, paletteGroups } from './command.ts';
import { matchScore } from './match.ts';

const SPEECH: IconPath = 'M4 4h16v12H12l-5 4v-4H4Z';

/** Score of a result of the server whose title doesn't match: its author, tags or description does. */
const ELSEWHERE = 0.3;
/** Added for recent choices. */
const RECENT = 0.05;
/** Maximum number of results per group, and of each group while nothing is typed. */
const MOST_PER_GROUP = 6;
const MOST_SUGGESTED = 5;

type PaletteSection = { key: string; title: string; commands: PaletteCommand[] };

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The server's results as commands, best first within each kind. */
export function commandsOfHits({ assets, people, threads }: SiteHits): PaletteCommand[] {
  return [
    ...assets.map(
      ({ id, title, type, author, thumbnailUrl, thumbnailColor }): PaletteCommand => ({
        id: `asset ${id}`,
        kind: 'asset',
        label: title,
        note: `${type} by ${author}`,
        icon: 'image',
        picture: { url: thumbnailUrl, color: thumbnailColor },
        to: resourcePath(id),
      }),
    ),
    ...people.map(
      ({ username, uploads }): PaletteCommand => ({
        id: `person ${username}`,
        kind: 'person',
        label: username,
        note: counted(uploads, 'upload', 'uploads'),
        icon: 'user',
        to: profilePath(username),
      }),
    ),
    ...threads.map(
      (thread): PaletteCommand => ({
        id: `thread ${thread.id}`,
        kind: 'thread',
        label: thread.title,
        note: `${thread.subCategory.name}, ${counted(thread.replies, 'reply', 'replies')}`,
        icon: SPEECH,
        to: threadPath(thread, thread.id),
      }),
    ),
  ];
}

type Scored = { command: PaletteCommand; score: number };

/** Commands that match a text, best first. */
export function rankCommands(
  commands: readonly PaletteCommand[],
  text: string,
  recent: readonly string[] = [],
): Scored[] {
  return commands
    .flatMap((command) => {
      const score = matchScore(text, command.label, `${command.note ?? ''} ${command.words ?? ''}`);
      if (score === null) return [];
      return [{ command, score: score + (recent.includes(command.id) ? RECENT : 0) }];
    })
    .sort((a, b) => b.score - a.score || a.command.label.length - b.command.label.length);
}

type Found = {
  text: string;
  /** Pages, settings and actions of this user. */
  commands: readonly PaletteCommand[];
  /** The server's results, and the text they are for with typing errors corrected. */
  hits: readonly PaletteCommand[];
  hitsText: string;
  /** Actions for any text, such as a search for it. They come last. */
  forText: readonly PaletteCommand[];
  recent: readonly PaletteCommand[];
  scope: GroupKey | null;
};

/** Keeps the server's order within a kind, because it knows more than titles. Results of an earlier text must match this one. */
const scoreHits = ({ hits, hitsText, text }: Found): Scored[] =>
  hits.flatMap((command) => {
    const score = matchScore(hitsText, command.label);
    if (hitsText !== text && matchScore(text, command.label, command.note) === null) return [];
    return [{ command, score: score ?? ELSEWHERE }];
  });

const bestOf = (scored: readonly Scored[]): number => Math.max(0, ...scored.map(({ score }) => score));

/** The sections to show for a text. Sections with a better match come first, and the usual order decides among equals. */
export function arrange(found: Found): PaletteSection[] {
  const { text, commands, forText, recent, scope } = found;
  const isIn = (command: PaletteCommand): boolean => scope === null || groupOfKind(command.kind) === scope;
  if (text === '') {
    const known = recent.filter(isIn);
    const ids = new Set(known.map(({ id }) => id));
    const rest = commands.filter((command) => isIn(command) && !ids.has(command.id));
    return [
      { key: 'recent', title: 'Recent', commands: known },
      ...paletteGroups.map(({ key, title }) => ({
        key,
        title,
        commands: rest.filter(({ kind }) => groupOfKind(kind) === key).slice(0, scope ? rest.length : MOST_SUGGESTED),
      })),
    ].filter((section) => section.commands.length > 0);
  }
  const scored = [
    ...scoreHits(found),
    ...rankCommands(
      commands,
      text,
      recent.map(({ id }) => id),
    ),
  ].filter(({ command }) => isIn(command));
  const sections = paletteGroups.map(({ key, title }) => {
    const own = scored.filter(({ command }) => groupOfKind(command.kind) === key);
    // A thread that matches better than any person comes before them, but equal matches keep their order.
    const ordered = key === 'people' ? [...own].sort((a, b) => b.score - a.score) : own;
    const shown = ordered.slice(0, MOST_PER_GROUP).map(({ command }) => command);
    const last = forText.filter((command) => isIn(command) && groupOfKind(command.kind) === key);
    return { key, title, commands: [...shown, ...last], best: bestOf(own) };
  });
  return sections
    .filter((section) => section.commands.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ key, title, commands: shown }) => ({ key, title, commands: shown }));
}
