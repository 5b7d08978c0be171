// Consent page of the fakes: plain HTML that works with and without scripts.
import { escapeHtml } from '#contract/escape-html.ts';
import type { FakePerson } from './oauth-grants.fake.ts';

export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 3rem auto; padding: 0 1rem; }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem; }
label { display: block; padding: 0.5rem 0; }
button { font: inherit; padding: 0.5rem 1.25rem; margin-right: 0.5rem; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

const addressOf = ({ email, emailVerified }: FakePerson): string => {
  if (email === null) return 'no email address';
  return emailVerified ? email : `${email}, not verified`;
};

const choice = (value: string, label: string, checked: boolean): string =>
  `<label><input type="radio" name="person" value="${escapeHtml(value)}" required${checked ? ' checked' : ''}> ${escapeHtml(label)}</label>`;

/** Lets the user choose an account and allow or deny access. Hidden fields carry the application's parameters. */
export function consentPage(options: {
  label: string;
  action: string;
  people: readonly FakePerson[];
  scope: readonly string[];
  query: Record<string, string>;
}): string {
  const { label, action, people, scope, query } = options;
  const carried = Object.entries(query)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const choices = people.map((person, index) =>
    choice(person.subject, `${person.name} (${addressOf(person)})`, index === 0),
  );
  return page(
    `${label} (stand-in)`,
    `<h1>Sign in with ${escapeHtml(label)}</h1>
<p>This is a local stand-in. The people are invented.</p>
<form method="post" action="${escapeHtml(action)}">${carried}
<fieldset><legend>Choose an account</legend>
${choices.join('\n')}
${choice('new', 'New account', false)}
</fieldset>
<p>The site asks for: ${escapeHtml(scope.join(', '))}.</p>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** The provider's error page for an invalid request, which does not redirect. */
export function consentRefused(label: string, reason: string): string {
  return page(`${label} (stand-in)`, `<h1>${escapeHtml(label)} refuses this request</h1><p>${escapeHtml(reason)}</p>`);
}
