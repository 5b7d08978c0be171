// What the site's mails to a person say: one table of words, one plain layout in HTML and in text.
import { escapeHtml } from '#contract/escape-html.ts';
import type { Mail } from '#server/kit/outgoing/mail-message.ts';
import { type AccountNotice, accountWriters } from './account-mails.ts';
import { type ForumNotice, forumWriters } from './forum-mails.ts';
import { type MembershipNotice, membershipWriters } from './membership-mails.ts';
import { type ReportNotice, reportWriters } from './report-mails.ts';
import { type RequestNotice, requestWriters } from './request-mails.ts';
import { type TokenNotice, tokenWriters } from './token-mails.ts';

/** What somebody is told about their account and their work; `link` is an address of this site, often with a token. */
export type Notice =
  | ReportNotice
  | ForumNotice
  | RequestNotice
  | MembershipNotice
  | TokenNotice
  | { kind: 'verify-email'; link: string }
  | { kind: 'reset-password'; link: string }
  | { kind: 'change-email'; link: string }
  | { kind: 'email-changed'; newEmail: string }
  | { kind: 'password-changed' }
  | { kind: 'new-device'; device: string }
  | { kind: 'two-factor-enabled' }
  | { kind: 'two-factor-disabled' }
  | { kind: 'recovery-code-used'; left: number }
  | { kind: 'recovery-codes-renewed' }
  | { kind: 'linked'; provider: string; username: string }
  | { kind: 'unlinked'; provider: string }
  | { kind: 'address-taken' }
  | { kind: 'application-received' }
  | { kind: 'application-approved'; link: string }
  | { kind: 'application-rejected'; reason: string | null }
  | { kind: 'upload-approved'; title: string; reason: string | null; link: string }
  | { kind: 'upload-rejected'; title: string; reason: string | null; link: string }
  | { kind: 'upload-put-back'; title: string; reason: string | null; link: string }
  | { kind: 'upload-hidden' | 'upload-shown'; title: string; reason: string | null; link: string }
  | { kind: 'upload-changed'; title: string; fields: string; link: string }
  | { kind: 'upload-deleted'; title: string }
  | { kind: 'upload-restored'; title: string; link: string }
  | AccountNotice;

/** What a mail says beside the greeting. `why` is the reason that it was sent, at its end. */
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

/** `contact` is where people turn to when they have lost their account: the site's support, else the site itself. */
type Site = { name: string; url: string; contact: string };

const WHY_ACCOUNT = 'You get this mail because it concerns the security of your account.';
const WHY_UPLOAD = 'You get this mail because you handed this upload in.';
const because = (reason: string | null): string[] => (reason ? [`The reason: ${reason}`] : []);
const notYou = (site: Site): string =>
  `If this was not you, set a new password at ${site.url}/forgot-password and look at your sign-ins at ${site.url}/settings.`;

const providerNames: Record<string, string> = { google: 'Google', discord: 'Discord', patreon: 'Patreon' };
const providerName = (provider: string): string => providerNames[provider] ?? provider;

const writers: { [Kind in Notice['kind']]: (notice: Extract<Notice, { kind: Kind }>, site: Site) => Words } = {
  ...reportWriters,
  ...forumWriters,
  ...requestWriters,
  ...membershipWriters,
  ...tokenWriters,
  'verify-email': ({ link }) => ({
    subject: 'Verify your e-mail address',
    says: [
      'Please confirm that this address is yours. The link works once, within 24 hours.',
      'Open it in the browser where you are logged in. In another browser it works too, but it logs you out everywhere else.',
    ],
    button: { label: 'Verify my address', link },
    why: 'You get this mail because an account was made with this address. If that was not you, ignore it: without this link the address stays unverified.',
  }),
  'reset-password': ({ link }) => ({
    subject: 'Set a new password',
    says: ['Here is the link for a new password. It works once, within 30 minutes. It ends all your sign-ins.'],
    button: { label: 'Set a new password', link },
    why: 'You get this mail because somebody asked for a new password for this address. If that was not you, ignore it: your password stays as it is.',
  }),
  'change-email': ({ link }) => ({
    subject: 'Confirm your new e-mail address',
    says: [
      'Please confirm that your account shall use this address from now on. The link works once, within 24 hours.',
    ],
    button: { label: 'Use this address', link },
    why: 'You get this mail because a member asked to move their account to this address. If that was not you, ignore it: nothing changes without this link.',
  }),
  'email-changed': ({ newEmail }, site) => ({
    subject: 'Your e-mail address was changed',
    says: [
      `Your account now uses the address ${newEmail}. All other sign-ins have ended.`,
      // A new password would be mailed to the new address, so only people can help here.
      `If this was not you, tell us at once: ${site.contact}`,
    ],
    why: 'You get this mail, the last one to this address, because it was the address of the account until now.',
  }),
  'password-changed': (_notice, site) => ({
    subject: 'Your password was changed',
    says: ['Your password was changed, and other sign-ins have ended.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'new-device': ({ device }, site) => ({
    subject: 'A sign-in from a new device',
    says: [`Somebody signed in to your account with ${device}, which was not used before.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'two-factor-enabled': (_notice, site) => ({
    subject: 'Two-factor sign-in is on',
    says: [
      'From now on a sign-in asks for a code of your authenticator app. Keep the recovery codes safe.',
      notYou(site),
    ],
    why: WHY_ACCOUNT,
  }),
  'two-factor-disabled': (_notice, site) => ({
    subject: 'Two-factor sign-in is off',
    says: ['From now on your password alone signs you in.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'recovery-code-used': ({ left }, site) => ({
    subject: 'A recovery code was used',
    says: [
      `A recovery code took the place of your authenticator app. ${left === 1 ? 'One code is' : `${left} codes are`} left.`,
      notYou(site),
    ],
    why: WHY_ACCOUNT,
  }),
  'recovery-codes-renewed': (_notice, site) => ({
    subject: 'You have new recovery codes',
    says: ['New recovery codes were made for your account. The old ones do not work any more.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  linked: ({ provider, username }, site) => ({
    subject: `${providerName(provider)} was linked to your account`,
    says: [`The ${providerName(provider)} account ${username} is now linked to yours.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  unlinked: ({ provider }, site) => ({
    subject: `${providerName(provider)} was unlinked from your account`,
    says: [`Your ${providerName(provider)} account is not linked any more.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'address-taken': (_notice, site) => ({
    subject: 'You have an account already',
    says: [
      'Somebody tried to make an account with this address, which has one already. Nothing was changed.',
      `If it was you, log in at ${site.url}/login, or set a new password at ${site.url}/forgot-password.`,
    ],
    why: 'You get this mail because this is the address of your account.',
  }),
  'application-received': (_notice, site) => ({
    subject: 'We have your application',
    says: [
      'Thank you for applying as a leaker. We will look at it and tell you what we decide.',
      `You can see how it stands at ${site.url}/dashboard.`,
    ],
    why: 'You get this mail because you sent this application.',
  }),
  'application-approved': ({ link }) => ({
    subject: 'You are a leaker now',
    says: ['Your application was approved. From now on you can upload your work.'],
    button: { label: 'Open your dashboard', link },
    why: 'You get this mail because you applied as a leaker.',
  }),
  'application-rejected': ({ reason }, site) => ({
    subject: 'Your application was not approved',
    says: [
      'We have looked at your application, and cannot approve it this time.',
      ...because(reason),
      `You can apply again at ${site.url}/dashboard.`,
    ],
    why: 'You get this mail because you applied as a leaker.',
  }),
  'upload-approved': ({ title, reason, link }) => ({
    subject: 'Your upload was approved',
    says: [`"${title}" was approved, and everybody can find it now.`, ...because(reason)],
    button: { label: 'See it on the site', link },
    why: WHY_UPLOAD,
  }),
  'upload-rejected': ({ title, reason, link }) => ({
    subject: 'Your upload was not approved',
    says: [`"${title}" was not approved.`, ...because(reason), 'You can mend it and hand it in again.'],
    button: { label: 'Mend your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-put-back': ({ title, reason, link }) => ({
    subject: 'Your upload waits for approval again',
    says: [`"${title}" will be looked at again. Until then only you can see it.`, ...because(reason)],
    button: { label: 'See your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-hidden': ({ title, reason, link }, site) => ({
    subject: 'Your upload was hidden',
    says: [
      `"${title}" was hidden by an administrator. Until it is shown again only you can see it.`,
      ...because(reason),
      `If you do not agree, tell us: ${site.contact}`,
    ],
    button: { label: 'See your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-shown': ({ title, reason, link }) => ({
    subject: 'Your upload is shown again',
    says: [`"${title}" is not hidden any more.`, ...because(reason)],
    button: { label: 'See your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-changed': ({ title, fields, link }) => ({
    subject: 'What you say of your upload was mended',
    says: [`An administrator changed the following of "${title}": ${fields}.`],
    button: { label: 'See your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-deleted': ({ title }, site) => ({
    subject: 'Your upload was deleted',
    says: [
      `"${title}" was deleted by an administrator. It can be restored for 30 days; then its files go, too.`,
      `If you do not agree, tell us: ${site.contact}`,
    ],
    why: WHY_UPLOAD,
  }),
  'upload-restored': ({ title, link }) => ({
    subject: 'Your upload was restored',
    says: [`"${title}" is back as it was before it was deleted.`],
    button: { label: 'See your upload', link },
    why: WHY_UPLOAD,
  }),
  ...accountWriters,
};

/** Names come from people and providers: nothing in them may begin a new line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const asText = (words: Words, name: string, site: Site): string =>
  [
    `Hello ${name},`,
    ...words.says,
    ...(words.button ? [`${words.button.label}:\n${words.button.link}`] : []),
    `--\n${site.name}\n${site.url}`,
    words.why,
  ].join('\n\n');

const SMALL = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#5a564f';

/** Styles stand at each element, because mailboxes drop everything else; there are no pictures to fetch. */
const asHtml = (words: Words, name: string, site: Site): string => {
  // Addresses of the site alone become links, whatever else a name may hold.
  const linked = (text: string): string =>
    text
      .split(/(\s)/)
      .map((word) => {
        const [, href = '', rest = ''] = /^(.*?)([.,]?)$/.exec(word) ?? [];
        if (!href.startsWith(`${site.url}/`)) return escapeHtml(word);
        return `<a href="${escapeHtml(href)}" style="color:#1b1917;word-break:break-all">${escapeHtml(href)}</a>${rest}`;
      })
      .join('');
  const paragraph = (text: string): string =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${linked(text)}</p>`;
  const button = ({ label, link }: { label: string; link: string }): string =>
    `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1b1917;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="${SMALL}">Or open this address: <br><a href="${escapeHtml(link)}" style="color:#1b1917;word-break:break-all">${escapeHtml(link)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f2ee;color:#1b1917;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:10px;background:#ffffff">
<p style="margin:0 0 24px;font-size:14px;font-weight:600">${escapeHtml(site.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(words.subject)}</h1>
${[`Hello ${name},`, ...words.says].map(paragraph).join('\n')}
${words.button ? button(words.button) : ''}
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #dedad2">
<p style="${SMALL}">${escapeHtml(words.why)}</p>
<p style="${SMALL}"><a href="${escapeHtml(site.url)}" style="color:#5a564f">${escapeHtml(site.url)}</a></p>
</div>
</body>
</html>
`;
};

/** The mail of a notice to somebody. `name` is their username, which nobody else could fill with an address or a lure. */
export function composeMail(to: { email: string; name: string }, notice: Notice, site: Site): Mail {
  const write = writers[notice.kind] as (notice: Notice, site: Site) => Words;
  const words = write(notice, site);
  const spoken: Words = { ...words, subject: oneLine(words.subject), says: words.says.map(oneLine) };
  const named: Site = { ...site, name: oneLine(site.name) };
  const name = oneLine(to.name);
  return {
    to: to.email,
    subject: spoken.subject,
    text: asText(spoken, name, named),
    html: asHtml(spoken, name, named),
  };
}
