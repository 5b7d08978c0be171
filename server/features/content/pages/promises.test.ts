// What the default page text says about cookies, storage, retention and pages must match the code.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DELETED_USER_DAYS } from '#contract/accounts/limits.ts';
import { settingFields } from '#contract/admin/settings.ts';
import { TEXT_SLUGS, type TextSlug, WIKI_SECTIONS } from '#contract/content/limits.ts';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';
import { NOTIFICATION_DAYS } from '#contract/notifications/limits.ts';
import { pagePatterns } from '#contract/paths.ts';
import { REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';
import { DELETED_KEPT_DAYS, UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { FLOW_MS } from '#server/features/accounts/oauth/rules.ts';
import { PENDING_SIGN_IN_MS } from '#server/features/accounts/security/rules.ts';
import { DEVICE_SECONDS } from '#server/platform/session-cookies.ts';
import { isTest, readCode } from '#test/repository/source-files.ts';
import { defaultText as textOf } from './defaults.ts';

/** Every optional part of a site enabled, so that all passages are included. */
const everything = {
  google: true,
  discord: true,
  patreon: true,
  elsewhere: true,
  links: true,
  chatRole: true,
  bypass: true,
};
const projectDir = fileURLToPath(new URL('../../../..', import.meta.url));
const defaultText = (slug: TextSlug) => textOf(slug, { projectDir }, everything);

const sources = readCode().filter(({ path }) => /^(client|server)\//.test(path) && !isTest(path));
const found = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].sort();
/** Names in backticks within the section that has this heading. */
const namedIn = (text: string, heading: string): string[] => {
  const part = text.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  return [...part.matchAll(/`([A-Za-z_-]+)`/g)].map(([, name = '']) => name).sort();
};
/** Last cell of the table row that begins with these words. */
const timeOf = (text: string, first: string): string =>
  new RegExp(`^\\| ${first}[^|]*\\|[^|]*\\| ([^|]*) \\|$`, 'm').exec(text)?.[1] ?? '';

it('the privacy text lists exactly the cookies that are set', async () => {
  const set = [...found(/^(?:export )?const \w+_COOKIE = '(\w+)'/gm), ...found(/document\.cookie = `(\w+)=/g)];
  expect(set).toEqual(expect.arrayContaining(['token', 'signed_in', 'theme', 'visitor', 'announcement']));
  expect(namedIn(await defaultText('privacy'), 'Cookies')).toEqual([...new Set(set)].sort());
});

it('the privacy text lists exactly the keys used in browser storage', async () => {
  const privacy = await defaultText('privacy');
  const kept = [
    ...found(/'(helix_user|(?:liked|saved)_resources|followed_creators)'/g),
    ...found(/^const \w+_KEY = '(\w+)'/gm),
    ...found(/^const PREFIX = '(helix_\w+):'/gm),
    ...found(/\bdeviceStore\('([\w-]+)'/g),
  ];
  expect(namedIn(privacy, 'Browser storage')).toEqual([...new Set(kept)].sort());
  // If this list changes, check by hand that no code uses storage keys that the patterns above miss.
  const writers = sources.filter(({ text }) => /\b(?:local|session)Storage\b/.test(text)).map(({ path }) => path);
  expect(writers).toEqual([
    'client/features/content/palette/recent.ts',
    'client/features/forum/components/composer/draft-use.ts',
    'client/features/requests/components/request-draft.ts',
    'client/features/requests/components/use-wait.ts',
    'client/features/resources/bookmarks/components/reactions-store.ts',
    'client/features/resources/bookmarks/components/stored-marks.ts',
    'client/features/resources/components/sound/sound-switch.tsx',
    'client/features/resources/markers/marker-editor.tsx',
    'client/features/resources/stage/offers/compare-list.ts',
    'client/features/resources/stage/offers/footage-switch.ts',
    'client/features/resources/stage/sounds.ts',
    'client/kit/keys/single-keys.ts',
    'client/kit/session.tsx',
  ]);
});

it('retention times in the privacy text match the code', async () => {
  const privacy = await defaultText('privacy');
  expect(timeOf(privacy, '`device`')).toBe(`${DEVICE_SECONDS / 86_400} days`);
  expect(timeOf(privacy, 'Browsers that')).toContain(`${DEVICE_SECONDS / 86_400} days`);
  expect(timeOf(privacy, '`second_factor`')).toBe(`${PENDING_SIGN_IN_MS / 60_000} minutes`);
  expect(timeOf(privacy, '`oauth`')).toBe(`${FLOW_MS / 60_000} minutes`);
  expect(timeOf(privacy, '`visitor`')).toBe(
    `${TICKET_RESUME_SECONDS / 3600} hours and ${TICKET_FIRST_USE_SECONDS / 60} minutes`,
  );
  const longest = settingFields.sessionMaxDays.unwrap().maxValue;
  expect(timeOf(privacy, 'Sessions')).toContain(`at most ${longest} days`);
  expect(timeOf(privacy, 'Former usernames')).toBe(`${FORMER_USERNAME_DAYS} days`);
  expect(timeOf(privacy, 'Notifications')).toBe(`${NOTIFICATION_DAYS} days`);
  expect(timeOf(privacy, 'Uploads')).toContain(`${DELETED_KEPT_DAYS} days after deletion`);
  expect(privacy).toContain(`can be restored for ${DELETED_USER_DAYS} days`);
  const year = sources.filter(({ text }) => /document\.cookie = /.test(text)).map(({ text }) => text);
  for (const text of year) expect(text).toContain('const YEAR_SECONDS = 31_536_000;');
  for (const cookie of ['`announcement`', '`theme`']) expect(timeOf(privacy, cookie)).toBe('1 year');
});

it('retention times for campaign members match the code', async () => {
  const privacy = await defaultText('privacy');
  const jobs = sources.find(({ path }) => path === 'server/features/premium/patreon-sync/jobs.ts')?.text ?? '';
  const days = (name: string): string | undefined =>
    new RegExp(`const ${name} = (\\d+) \\* 24 \\* HOUR_MS;`).exec(jobs)?.[1];
  expect(privacy).toContain(
    `no longer lists is deleted after ${days('KEPT_MS')} days; data that we can't refresh is deleted after ${days('UNREAD_MS')} days`,
  );
});

it('other numbers match the code', async () => {
  const [terms, faq] = await Promise.all([defaultText('terms'), defaultText('faq')]);
  for (const text of [terms, faq]) {
    for (const licence of UPLOAD_LICENCES) expect(text).toContain(licence);
    expect(text).toContain(`every ${REQUEST_WAIT_HOURS} hours`);
  }
  expect(faq).toContain(`can be resumed for ${TICKET_RESUME_SECONDS / 3600} hours`);
});

it.each(TEXT_SLUGS)('%s only links to pages that exist', async (slug) => {
  const links = [...(await defaultText(slug)).matchAll(/\]\(([^)]*)\)/g)].map(([, href = '']) => href);
  for (const href of links) {
    const [path = '', place] = href.split('#');
    expect(pagePatterns as readonly string[], href).toContain(path);
    if (place)
      expect(
        WIKI_SECTIONS.some((section) => place.startsWith(section)),
        href,
      ).toBe(true);
  }
});
