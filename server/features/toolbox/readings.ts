// Parses server output without trusting it: implausible values become null, and nothing here throws.

/** One parsed reading. Counters are totals since boot. */
export type Reading = {
  unit: { load: string | null; active: string | null; words: string };
  /** Clock ticks, summed over all processors. */
  cpu: { busy: number; total: number } | null;
  /** Bytes. */
  memory: Use | null;
  disk: Use | null;
  /** Bytes, summed over all interfaces except loopback. */
  network: { received: number; sent: number } | null;
  /** Seconds. */
  uptime: number | null;
};

type Use = { used: number; total: number };

/** CPU usage in percent of all processors; network rates in bytes per second. */
export type Rates = { cpu: number | null; networkIn: number | null; networkOut: number | null };

/** Bytes, except for `count`. */
export type FileCounts = { count: number; video: number; imagesAndAudio: number; other: number };

const KB = 1024;
const MOST_WORDS_CHARACTERS = 200;
/** Longer than any line that is parsed. */
const MOST_LINE_CHARACTERS = 1000;
/** Rates are computed only if the time between two readings, by the server's own clock, is in this range. */
const APART_SECONDS = { least: 0.5, most: 120 };

/** Parses a counter value; null for any other text. */
const amount = (text: string | undefined): number | null => {
  if (text === undefined || !/^\d{1,16}(?:\.\d{1,9})?$/.test(text)) return null;
  const value = Number(text);
  return value <= Number.MAX_SAFE_INTEGER ? value : null;
};

const amounts = (texts: readonly (string | undefined)[]): number[] | null => {
  const values = texts.map(amount);
  return values.every((value) => value !== null) ? values : null;
};

/** Converts kilobytes to bytes; null if the values are inconsistent or too large for a number. */
const usage = (usedKb: number, totalKb: number): Use | null => {
  const fits = totalKb > 0 && usedKb >= 0 && usedKb <= totalKb && Number.isSafeInteger(totalKb * KB);
  return fits ? { used: Math.round(usedKb * KB), total: Math.round(totalKb * KB) } : null;
};

/** Reduces text to a single line without control characters, short enough to quote in a sentence. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS_CHARACTERS)
    .toWellFormed();
}

/** Lines under each bracketed heading. Repeated headings are ignored. */
const sectionsOf = (output: string): Map<string, string[]> => {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of output.split('\n')) {
    const name = /^\[([a-z]{1,20})\]$/.exec(line)?.[1];
    if (name === undefined) {
      if (line.length <= MOST_LINE_CHARACTERS) lines.push(line);
      continue;
    }
    lines = [];
    if (!sections.has(name)) sections.set(name, lines);
  }
  return sections;
};

const unitOf = (lines: readonly string[]): Reading['unit'] => {
  const valueAt = (key: string): string | null =>
    lines.map((line) => new RegExp(`^${key}=([a-z-]{1,30})$`).exec(line)?.[1]).find((value) => value !== undefined) ??
    null;
  return {
    load: valueAt('LoadState'),
    active: valueAt('ActiveState'),
    words: oneLine(lines.find((line) => line.trim() !== '') ?? ''),
  };
};

const cpuOf = ([line = '']: readonly string[]): Reading['cpu'] => {
  if (!line.startsWith('cpu ')) return null;
  // user nice system idle iowait irq softirq steal; guest time is already included in user.
  const ticks = amounts(line.split(/\s+/).slice(1, 9));
  if (ticks === null || ticks.length < 4) return null;
  const total = ticks.reduce((sum, value) => sum + value, 0);
  return { total, busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
};

const memoryOf = (lines: readonly string[]): Use | null => {
  const valueAt = (key: string): number | null =>
    amount(lines.map((line) => new RegExp(`^${key}:\\s{0,50}(\\d{1,16}) kB$`).exec(line)?.[1]).find(Boolean));
  const [total, available] = [valueAt('MemTotal'), valueAt('MemAvailable')];
  return total === null || available === null ? null : usage(total - available, total);
};

const networkOf = (lines: readonly string[]): Reading['network'] => {
  const counted = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (name === '' || name === 'lo') return [];
    const columns = line
      .slice(colon + 1)
      .trim()
      .split(/\s+/);
    const bytes = amounts([columns[0], columns[8]]);
    return bytes ? [bytes] : [];
  });
  if (counted.length === 0) return null;
  const sumOf = (at: number): number => counted.reduce((sum, bytes) => sum + (bytes[at] ?? 0), 0);
  return { received: sumOf(0), sent: sumOf(1) };
};

const diskOf = (lines: readonly string[]): Use | null => {
  // A path can contain anything, so parse only up to the percent sign.
  const found = lines.map((line) => /\s(\d{1,16})\s+(\d{1,16})\s+(\d{1,16})\s+\d{1,3}%\s/.exec(line)).find(Boolean);
  const [size = 0, used = 0, free = 0] = amounts([found?.[1], found?.[2], found?.[3]]) ?? [];
  if (!found || !usage(used, size)) return null;
  // Leave out blocks reserved for root, which are neither used nor free. This gives the same percentage as df.
  return usage(used, used + free);
};

/** Parses the output of OBSERVE (commands.ts). */
export function readObservation(output: string): Reading {
  const sections = sectionsOf(output);
  const under = (name: string): string[] => sections.get(name) ?? [];
  return {
    unit: unitOf(under('unit')),
    cpu: cpuOf(under('cpu')),
    memory: memoryOf(under('memory')),
    disk: diskOf(under('disk')),
    network: networkOf(under('network')),
    uptime: amount(under('uptime')[0]?.split(' ')[0]),
  };
}

const share = (part: number, whole: number): number | null =>
  whole > 0 && part >= 0 && part <= whole ? (100 * part) / whole : null;

const perSecond = (before: number | undefined, after: number | undefined, seconds: number): number | null =>
  before === undefined || after === undefined || after < before ? null : (after - before) / seconds;

/** Rates between two readings; null where a counter was reset, for example by a reboot. */
export function ratesBetween(before: Reading, after: Reading): Rates {
  const none: Rates = { cpu: null, networkIn: null, networkOut: null };
  if (before.uptime === null || after.uptime === null) return none;
  const seconds = after.uptime - before.uptime;
  if (seconds < APART_SECONDS.least || seconds > APART_SECONDS.most) return none;
  return {
    cpu: before.cpu && after.cpu ? share(after.cpu.busy - before.cpu.busy, after.cpu.total - before.cpu.total) : null,
    networkIn: perSecond(before.network?.received, after.network?.received, seconds),
    networkOut: perSecond(before.network?.sent, after.network?.sent, seconds),
  };
}

/** Parses the output of COUNT_FILES (commands.ts); null for anything else. */
export function readFileCounts(output: string): FileCounts | null {
  const words = /^(\d{1,16}) (\d{1,16}) (\d{1,16}) (\d{1,16})\n$/.exec(output)?.slice(1) ?? [undefined];
  const values = amounts(words);
  if (!values) return null;
  const [count = 0, video = 0, imagesAndAudio = 0, other = 0] = values;
  return { count, video, imagesAndAudio, other };
}
