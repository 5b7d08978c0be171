// Parses the wiki's Markdown into sections and parts, and fills in the placeholders in braces. No I/O.

import { DELETED_USER_DAYS, PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import type { WikiSlug } from '#contract/content/limits.ts';
import type { Wiki } from '#contract/content/wiki.ts';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import {
  NEW_ACCOUNT_DAYS,
  NEW_ACCOUNT_LINKS_MAX,
  NEW_ACCOUNT_POSTS,
  NEW_ACCOUNT_POSTS_PER_HOUR,
} from '#contract/forum/limits.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { yearlySaving } from '#contract/premium/prices.ts';
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';
import { ABANDONED_UPLOAD_HOURS } from '#contract/uploads/limits.ts';
import { linkLifeMs } from '#server/features/accounts/public.ts';
import { idOf } from '#server/kit/text/markdown.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** A parsed section: `# Title`, an introduction, then parts that begin with `## Title`. */
export type WikiText = { slug: WikiSlug; title: string; body: string; parts: { title: string; body: string }[] };

/** Parses a section's Markdown. @throws Error if it does not begin with a title */
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

/** Formats a duration in the largest unit that divides it evenly, but uses days only above two days: 48 hours, 3 days. */
const lengthOf = (seconds: number): string => {
  if (seconds > 172_800 && seconds % 86_400 === 0) return counted(seconds / 86_400, 'day');
  if (seconds > 0 && seconds % 3600 === 0) return counted(seconds / 3600, 'hour');
  if (seconds > 0 && seconds % 60 === 0) return counted(seconds / 60, 'minute');
  return counted(seconds, 'second');
};

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;

/** Escapes a setting so that Markdown shows it literally. */
const literally = (text: string): string => text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&]/g, String.raw`\$&`);

const contactOf = ({ supportContact }: SiteSettings): string => {
  if (!supportContact) return 'Use our [report form](/report)';
  const shown = literally(supportContact);
  if (/^[^\s@<>()]+@[^\s@<>()]+$/.test(supportContact)) return `Email [${shown}](mailto:${supportContact})`;
  return `Contact us: ${shown}`;
};

/**
 * Values of the placeholders. They come from the settings and constants that the code uses, so the wiki cannot become outdated.
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
    yearlySaving: saving ? ` instead of ${dollars(yearlyListPrice)} (you save ${saving})` : '',
    contact: contactOf(settings),
    chat: chat ?? '[the community](/community)',
    alsoChat: chat ? `, and in ${chat}` : '',
    newAccountDays: counted(NEW_ACCOUNT_DAYS, 'day'),
    newAccountPosts: counted(NEW_ACCOUNT_POSTS, 'post'),
    newAccountPostsPerHour: counted(NEW_ACCOUNT_POSTS_PER_HOUR, 'post'),
    newAccountLinks: counted(NEW_ACCOUNT_LINKS_MAX, 'link'),
  };
}
export type WikiValues = ReturnType<typeof wikiValues>;

const isKnown = (name: string, values: WikiValues): name is keyof WikiValues => Object.hasOwn(values, name);

/** Replaces the placeholders. @throws Error for an unknown placeholder */
export function fillIn(text: string, values: WikiValues): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!isKnown(name, values)) throw new Error(`The wiki has no value for {{${name}}}.`);
    return values[name];
  });
}

/** Renders the wiki with these placeholder values. Ids start with the section's slug, so that they are unique on the page. */
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
