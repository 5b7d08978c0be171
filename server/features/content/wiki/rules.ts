// How the wiki's texts are read: sections and parts, and what stands in the place of names in braces. Without I/O.

import { DELETED_USER_DAYS, PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import type { WikiSlug } from '#contract/content/limits.ts';
import type { Wiki } from '#contract/content/wiki.ts';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { yearlySaving } from '#contract/premium/prices.ts';
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';
import { ABANDONED_UPLOAD_HOURS } from '#contract/uploads/limits.ts';
import { linkLifeMs } from '#server/features/accounts/public.ts';
import { idOf } from '#server/kit/text/markdown.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** A section as it is written: `# Title`, an introduction, then parts that begin with `## Title`. */
export type WikiText = { slug: WikiSlug; title: string; body: string; parts: { title: string; body: string }[] };

/** Reads a section's Markdown. @throws Error when it does not begin with its title */
export function readSection(slug: WikiSlug, markdown: string): WikiText {
  const [first = '', ...rest] = markdown.split(/^## /m);
  const head = /^# (.+)\n/.exec(first);
  if (!head?.[1]) throw new Error(`content/wiki/${slug}.md does not begin with a title.`);
  const parts = rest.map((part) => {
    const end = part.indexOf('\n');
    return { title: part.slice(0, end).trim(), body: part.slice(end).trim() };
  });
  return { slug, title: head[1].trim(), body: first.slice(head[0].length).trim(), parts };
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A length in the largest unit that it is whole in, but for days, which are told as hours up to two of them. */
const lengthOf = (seconds: number): string => {
  if (seconds > 172_800 && seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  if (seconds > 0 && seconds % 60 === 0) return counted(seconds / 60, 'minute');
  return counted(seconds, 'second');
};

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;

/** What somebody has typed into a setting, as Markdown that shows it letter for letter. */
const literally = (text: string): string => text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&]/g, String.raw`\$&`);

const contactOf = ({ supportContact }: SiteSettings): string => {
  if (!supportContact) return 'Write to us on the [page for reports](/report)';
  const shown = literally(supportContact);
  if (/^[^\s@<>()]+@[^\s@<>()]+$/.test(supportContact)) return `Write to [${shown}](mailto:${supportContact})`;
  return `Write to us: ${shown}`;
};

/**
 * What stands for each name in braces: numbers come from where the product has them, so that the wiki cannot say others.
 */
export function wikiValues(settings: SiteSettings) {
  const { monthlyPrice, yearlyPrice, yearlyListPrice, chatInviteUrl } = settings;
  const saving = yearlySaving({ list: yearlyListPrice, price: yearlyPrice }, '$');
  const chat = chatInviteUrl && `[our chat](<${chatInviteUrl.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`;
  return {
    siteName: literally(settings.siteName),
    countdown: lengthOf(settings.adCountdownSeconds),
    linkFirstUse: lengthOf(TICKET_FIRST_USE_SECONDS),
    linkResume: lengthOf(TICKET_RESUME_SECONDS),
    maxUpload: `${settings.maxUploadSize} GB`,
    quota: `${settings.defaultUserQuota} GB`,
    abandonedUpload: counted(ABANDONED_UPLOAD_HOURS, 'hour'),
    deletedAccount: counted(DELETED_USER_DAYS, 'day'),
    formerUsername: counted(FORMER_USERNAME_DAYS, 'day'),
    passwordLength: String(PASSWORD_MIN_CHARACTERS),
    verifyLink: lengthOf(linkLifeMs['verify-email'] / 1000),
    resetLink: lengthOf(linkLifeMs['reset-password'] / 1000),
    requestWait: counted(REQUEST_WAIT_HOURS, 'hour'),
    monthlyPrice: dollars(monthlyPrice),
    yearlyPrice: dollars(yearlyPrice),
    yearlySaving: saving ? ` instead of ${dollars(yearlyListPrice)}: you save ${saving}` : '',
    contact: contactOf(settings),
    chat: chat ?? '[the community](/community)',
    alsoChat: chat ? `, and in ${chat}` : '',
  };
}
export type WikiValues = ReturnType<typeof wikiValues>;

const isKnown = (name: string, values: WikiValues): name is keyof WikiValues => Object.hasOwn(values, name);

/** Puts the values in the place of their names. @throws Error for a name that there is no value for */
export function fillIn(text: string, values: WikiValues): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!isKnown(name, values)) throw new Error(`The wiki has no value for {{${name}}}.`);
    return values[name];
  });
}

/** The wiki with its values. Ids begin with the section's, so that none can stand twice on the page. */
export function drawWiki(texts: WikiText[], values: WikiValues, render: (markdown: string) => string): Wiki {
  const draw = (markdown: string): string => render(fillIn(markdown, values));
  return {
    sections: texts.map(({ slug, title, body, parts }) => ({
      slug,
      title,
      html: draw(body),
      parts: parts.map((part) => ({ id: `${slug}-${idOf(part.title)}`, title: part.title, html: draw(part.body) })),
    })),
  };
}
