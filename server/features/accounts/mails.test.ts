// Every email as HTML and plain text: readable, escaped, and without external content.
import { describe, expect, it } from 'vitest';
import { composeMail, type Notice } from './mails.ts';

const site = { name: 'Helix & <Friends>', url: 'https://helix.example', contact: 'support@helix.example' };
const link = `https://helix.example/verify-email#token=${'a'.repeat(43)}`;
const nasty = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@people.example`;

const notices: Notice[] = [
  { kind: 'verify-email', link },
  { kind: 'reset-password', link },
  { kind: 'change-email', link },
  { kind: 'email-changed', newEmail: nasty },
  { kind: 'password-changed' },
  { kind: 'new-device', device: nasty },
  { kind: 'two-factor-enabled' },
  { kind: 'two-factor-disabled' },
  { kind: 'recovery-code-used', left: 1 },
  { kind: 'recovery-codes-renewed' },
  { kind: 'second-factor-locked' },
  { kind: 'token-made', scopes: ['read', 'uploads'], expiresAt: new Date('2026-12-01T10:00:00Z') },
  { kind: 'linked', provider: 'discord', username: nasty },
  { kind: 'unlinked', provider: 'patreon' },
  { kind: 'address-taken' },
  { kind: 'application-received' },
  { kind: 'application-approved', link },
  { kind: 'application-rejected', reason: nasty },
  { kind: 'upload-approved', title: nasty, reason: null, link },
  { kind: 'upload-rejected', title: nasty, reason: nasty, link },
  { kind: 'upload-put-back', title: nasty, reason: nasty, link },
  { kind: 'discord-off', link },
  { kind: 'report-received', number: 12 },
  { kind: 'report-arrived', number: 12, reason: 'copyright', link },
  { kind: 'report-decided', number: 12, outcome: 'upheld', reason: nasty },
  { kind: 'reported', number: 12, about: nasty, outcome: 'hidden', reason: nasty },
  { kind: 'post-removed', title: nasty, reason: nasty },
  { kind: 'thread-removed', title: nasty, reason: nasty },
  { kind: 'post-restored', title: nasty, reason: nasty },
  { kind: 'thread-restored', title: nasty, reason: nasty },
  { kind: 'thread-locked', title: nasty, reason: nasty },
  { kind: 'thread-moved', title: nasty, reason: nasty },
  { kind: 'thread-merged', title: nasty, reason: nasty },
  { kind: 'notifications', about: 'new followers', lines: [{ title: nasty, line: nasty, link }], more: 0 },
  { kind: 'notifications', about: null, lines: [{ title: nasty, line: '', link }], more: 3 },
];

describe.each(notices.map((notice) => [notice.kind, notice] as const))('%s', (_kind, notice) => {
  const mail = composeMail({ email: 'jane@people.example', name: nasty }, notice, site);

  it('states the recipient, the site and the reason, in text and in HTML', () => {
    expect(mail.to).toBe('jane@people.example');
    expect(mail.subject).toMatch(/^[A-Z][^\r\n]{8,60}$/);
    for (const body of [mail.text, mail.html]) {
      expect(body).toMatch(/You are receiving this email/);
      expect(body).toContain('https://helix.example');
    }
    expect(mail.text).toContain('Helix & <Friends>');
    expect(mail.html).toContain('Helix &amp; &lt;Friends&gt;');
  });

  it('escapes names', () => {
    expect(mail.html).not.toMatch(/<img|onerror=alert\(1\)>/);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Bcc: all@people.example');
    expect(`${mail.subject}\n${mail.text}`).not.toMatch(/^Bcc:/m);
  });

  it('loads no external content and links only to the site', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|style|iframe|object|form)|\bsrc=\s*"|url\(|@import/i);
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const href of links) expect(new URL(href).origin).toBe('https://helix.example');
  });
});

it.each(notices.filter((notice) => 'link' in notice))(
  '$kind includes its link as a button, as text, and in the plain text part',
  (notice) => {
    const mail = composeMail({ email: 'jane@people.example', name: 'jane' }, notice, site);
    expect(mail.html.split(`href="${link}"`)).toHaveLength(3);
    expect(mail.html).toContain(`>${link}</a>`);
    expect(mail.text.split('\n')).toContain(link);
  },
);

it('counts remaining recovery codes with the right plural', () => {
  const textOf = (left: number) =>
    composeMail({ email: 'jane@people.example', name: 'jane' }, { kind: 'recovery-code-used', left }, site).text;
  expect(textOf(1)).toContain('One code is left.');
  expect(textOf(9)).toContain('9 codes are left.');
  expect(textOf(0)).toContain('0 codes are left.');
});

it('shows the reason for a rejection in its own paragraph, and leaves out a missing one', () => {
  const textOf = (reason: string | null) =>
    composeMail(
      { email: 'jane@people.example', name: 'jane' },
      { kind: 'upload-rejected', title: 'Dust & light', reason, link },
      site,
    ).text;
  expect(textOf('The archive cannot be opened.')).toContain(
    '"Dust & light" was not approved.\n\nReason: The archive cannot be opened.\n\nYou can edit it',
  );
  for (const none of [null, '']) expect(textOf(none)).not.toContain('Reason');
});

it('says where to get help, with links that do not include the full stop', () => {
  const to = { email: 'jane@people.example', name: 'jane' };
  const changed = composeMail(to, { kind: 'password-changed' }, site);
  expect(changed.html).toContain('<a href="https://helix.example/forgot-password"');
  expect(changed.html).toContain('>https://helix.example/settings</a>.');
  const moved = composeMail(to, { kind: 'email-changed', newEmail: 'new@people.example' }, site);
  expect(moved.text).toContain('If this was not you, contact us immediately: support@helix.example');
});
