// Which compressed form of an answer a browser takes.

export type Encoding = 'br' | 'gzip';

/** An encoding with a quality of zero is one that the client refuses (RFC 9110, section 12.5.3). */
const takes = (accepted: string, encoding: Encoding): boolean =>
  accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

const choose = (list: string): Encoding | null => {
  if (takes(list, 'br')) return 'br';
  return takes(list, 'gzip') ? 'gzip' : null;
};

/** Browsers know a handful of spellings, which are read once. */
const SPELLINGS_KEPT = 50;
const LONGEST_SPELLING_KEPT = 100;
const chosen = new Map<string, Encoding | null>();

/** The smallest form that the Accept-Encoding header allows, or null for the plain one. */
export const chooseEncoding = (accepted: string | string[] | undefined): Encoding | null => {
  const list = String(accepted ?? '');
  const known = chosen.get(list);
  if (known !== undefined) return known;
  const encoding = choose(list);
  if (chosen.size < SPELLINGS_KEPT && list.length <= LONGEST_SPELLING_KEPT) chosen.set(list, encoding);
  return encoding;
};
