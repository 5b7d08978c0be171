// The wording of the site's emails, in one simple layout as HTML and as plain text.
import { escapeHtml } from '#contract/escape-html.ts';
import type { Mail } from '#server/kit/outgoing/mail-message.ts';
import { type AccountNotice, accountWriters } from './account-mails.ts';
import { type ForumNotice, forumWriters } from './forum-mails.ts';
import { type MembershipNotice, membershipWriters } from './membership-mails.ts';
import { type NotificationNotice, notificationWriters } from './notification-mails.ts';
import { type ReportNotice, reportWriters } from './report-mails.ts';
import { type RequestNotice, requestWriters } from './request-mails.ts';
import { type TokenNotice, tokenWriters } from './token-mails.ts';

/** A notice to a user about their account or uploads. `link` is a URL on this site, often with a token. */
export type Notice =
  | ReportNotice
  | ForumNotice
  | RequestNotice
  | MembershipNotice
  | TokenNotice
  | NotificationNotice
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
  | { kind: 'discord-off'; link: string }
  | AccountNotice;

/** The text of an email, without the greeting. `why` is the last line, which says why the user receives the email. */
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

/** `contact`: where users who lost their account can get help. If the site has no support contact, this is the site's URL. */
type Site = { name: string; url: string; contact: string };

const WHY_ACCOUNT = 'You are receiving this email because it concerns the security of your account.';
const WHY_UPLOAD = 'You are receiving this email because you submitted this upload.';
const because = (reason: string | null): string[] => (reason ? [`Reason: ${reason}`] : []);
const notYou = (site: Site): string =>
  `If this was not you, set a new password at ${site.url}/forgot-password and review your sessions at ${site.url}/settings.`;

const providerNames: Record<string, string> = { google: 'Google', discord: 'Discord', patreon: 'Patreon' };
const providerName = (provider: string): string => providerNames[provider] ?? provider;

const writers: { [Kind in Notice['kind']]: (notice: Extract<Notice, { kind: Kind }>, site: Site) => Words } = {
  ...reportWriters,
  ...forumWriters,
  ...requestWriters,
  ...membershipWriters,
  ...tokenWriters,
  ...notificationWriters,
  'verify-email': ({ link }) => ({
    subject: 'Confirm your email address',
    says: [
      'Please confirm that this is your email address. The link works once and expires after 24 hours.',
      'Open it in the browser where you are logged in. For security, using a different browser logs you out everywhere.',
    ],
    button: { label: 'Confirm email', link },
    why: 'You are receiving this email because an account was created with this address. If that was not you, ignore this email and the address will stay unconfirmed.',
  }),
  'reset-password': ({ link }) => ({
    subject: 'Set a new password',
    says: ['Use this link to set a new password. It works once, expires after 30 minutes and logs you out everywhere.'],
    button: { label: 'Set a new password', link },
    why: 'You are receiving this email because a new password was requested for this address. If that was not you, ignore this email: your password stays the same.',
  }),
  'change-email': ({ link }) => ({
    subject: 'Confirm your new email address',
    says: [
      'Please confirm that you want to use this address for your account. The link works once and expires after 24 hours.',
    ],
    button: { label: 'Use this address', link },
    why: 'You are receiving this email because a member asked to use this address for their account. If that was not you, ignore this email and nothing will change.',
  }),
  'email-changed': ({ newEmail }, site) => ({
    subject: 'Your email address was changed',
    says: [
      `Your account now uses the address ${newEmail}. All other sessions have ended.`,
      // A password reset would go to the new address, so only support can help.
      `If this was not you, contact us immediately: ${site.contact}`,
    ],
    why: 'You are receiving this email because your account used this address until now. This is the last email we will send to it.',
  }),
  'password-changed': (_notice, site) => ({
    subject: 'Your password was changed',
    says: ['Your password was changed and all other sessions have ended.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'new-device': ({ device }, site) => ({
    subject: 'New login to your account',
    says: [`Someone logged in to your account from a new device: ${device}.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'two-factor-enabled': (_notice, site) => ({
    subject: 'Two-factor authentication is now on',
    says: [
      'From now on, logging in requires a code from your authenticator app. Keep your recovery codes safe.',
      notYou(site),
    ],
    why: WHY_ACCOUNT,
  }),
  'two-factor-disabled': (_notice, site) => ({
    subject: 'Two-factor authentication is now off',
    says: ['From now on, you only need your password to log in.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'recovery-code-used': ({ left }, site) => ({
    subject: 'A recovery code was used',
    says: [
      `A recovery code was used instead of your authenticator app. ${left === 1 ? 'One code is' : `${left} codes are`} left.`,
      notYou(site),
    ],
    why: WHY_ACCOUNT,
  }),
  'recovery-codes-renewed': (_notice, site) => ({
    subject: 'You have new recovery codes',
    says: ['New recovery codes were created for your account. The old ones no longer work.', notYou(site)],
    why: WHY_ACCOUNT,
  }),
  linked: ({ provider, username }, site) => ({
    subject: `${providerName(provider)} was linked to your account`,
    says: [`The ${providerName(provider)} account ${username} is now linked to yours.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  unlinked: ({ provider }, site) => ({
    subject: `${providerName(provider)} was unlinked from your account`,
    says: [`Your ${providerName(provider)} account is no longer linked.`, notYou(site)],
    why: WHY_ACCOUNT,
  }),
  'address-taken': (_notice, site) => ({
    subject: 'You already have an account',
    says: [
      'Someone tried to sign up with this address, but it already has an account. Nothing has changed.',
      `If it was you, log in at ${site.url}/login or set a new password at ${site.url}/forgot-password.`,
    ],
    why: 'You are receiving this email because your account uses this address.',
  }),
  'application-received': (_notice, site) => ({
    subject: 'We received your application',
    says: [
      'Thank you for applying as a leaker. We will review your application and email you our decision.',
      `You can check its status at ${site.url}/dashboard.`,
    ],
    why: 'You are receiving this email because you submitted this application.',
  }),
  'application-approved': ({ link }) => ({
    subject: 'You are now a leaker',
    says: ['Your application was approved. You can now upload your work.'],
    button: { label: 'Open your dashboard', link },
    why: 'You are receiving this email because you applied as a leaker.',
  }),
  'application-rejected': ({ reason }, site) => ({
    subject: 'Your application was not approved',
    says: [
      'We have reviewed your application and cannot approve it this time.',
      ...because(reason),
      `You can apply again at ${site.url}/dashboard.`,
    ],
    why: 'You are receiving this email because you applied as a leaker.',
  }),
  'upload-approved': ({ title, reason, link }) => ({
    subject: 'Your upload was approved',
    says: [`"${title}" was approved and is now public.`, ...because(reason)],
    button: { label: 'View it on the site', link },
    why: WHY_UPLOAD,
  }),
  'upload-rejected': ({ title, reason, link }) => ({
    subject: 'Your upload was not approved',
    says: [`"${title}" was not approved.`, ...because(reason), 'You can edit it and submit it again.'],
    button: { label: 'Edit your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-put-back': ({ title, reason, link }) => ({
    subject: 'Your upload is in review again',
    says: [`"${title}" will be reviewed again. Until it is approved, only you can see it.`, ...because(reason)],
    button: { label: 'View your upload', link },
    why: WHY_UPLOAD,
  }),
  'discord-off': ({ link }) => ({
    subject: 'Discord announcements were turned off',
    says: [
      "Discord reported that the webhook was deleted, so new assets aren't announced any more.",
      'Create a new webhook in your channel and save its URL in the settings.',
    ],
    button: { label: 'Open settings', link },
    why: 'You are receiving this email because you are an administrator of this site.',
  }),
  'upload-hidden': ({ title, reason, link }, site) => ({
    subject: 'Your upload was hidden',
    says: [
      `"${title}" was hidden by an administrator. While it is hidden, only you can see it.`,
      ...because(reason),
      `If you disagree, let us know: ${site.contact}`,
    ],
    button: { label: 'View your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-shown': ({ title, reason, link }) => ({
    subject: 'Your upload is visible again',
    says: [`"${title}" is no longer hidden.`, ...because(reason)],
    button: { label: 'View your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-changed': ({ title, fields, link }) => ({
    subject: 'Your upload was edited',
    says: [`An administrator changed the following in "${title}": ${fields}.`],
    button: { label: 'View your upload', link },
    why: WHY_UPLOAD,
  }),
  'upload-deleted': ({ title }, site) => ({
    subject: 'Your upload was deleted',
    says: [
      `"${title}" was deleted by an administrator. It can be restored for 30 days. After that, its files will be deleted too.`,
      `If you disagree, let us know: ${site.contact}`,
    ],
    why: WHY_UPLOAD,
  }),
  'upload-restored': ({ title, link }) => ({
    subject: 'Your upload was restored',
    says: [`"${title}" was restored to the state it was in before it was deleted.`],
    button: { label: 'View your upload', link },
    why: WHY_UPLOAD,
  }),
  ...accountWriters,
};

/** Removes line breaks from names, which come from users and providers. */
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

/** Styles are inline, because mail clients drop stylesheets. The email loads no images. */
const asHtml = (words: Words, name: string, site: Site): string => {
  // Only URLs on this site become links, even if a name contains other URLs.
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
<p style="${SMALL}">Or open this link: <br><a href="${escapeHtml(link)}" style="color:#1b1917;word-break:break-all">${escapeHtml(link)}</a></p>`;
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
<p style="${SMALL}">${linked(words.why)}</p>
<p style="${SMALL}"><a href="${escapeHtml(site.url)}" style="color:#5a564f">${escapeHtml(site.url)}</a></p>
</div>
</body>
</html>
`;
};

/**
 * Composes the email for a notice. `name` is the username, which cannot contain a URL or phishing text; `unsubscribe` is the link
 * that turns off emails like this one.
 */
export function composeMail(
  to: { email: string; name: string },
  notice: Notice,
  site: Site,
  unsubscribe?: string,
): Mail {
  const write = writers[notice.kind] as (notice: Notice, site: Site) => Words;
  const words = write(notice, site);
  const why = unsubscribe ? `${words.why} To turn off these emails, open ${unsubscribe}` : words.why;
  const spoken: Words = { ...words, why, subject: oneLine(words.subject), says: words.says.map(oneLine) };
  const named: Site = { ...site, name: oneLine(site.name) };
  const name = oneLine(to.name);
  return {
    to: to.email,
    subject: spoken.subject,
    text: asText(spoken, name, named),
    html: asHtml(spoken, name, named),
    unsubscribe,
  };
}
