// The fake's development page: changes campaign members and sends the webhook messages about them to the running site. Journey
// tests in another process send the same forms.

import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#contract/escape-html.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';
import { page } from './oauth-consent.fake.ts';
import type { FakePerson } from './oauth-grants.fake.ts';
import { formOf } from './oauth-routes.fake.ts';
import { FAKE_EVENTS, type FakeMembers, fakeStates } from './patreon-members.fake.ts';

const optionsOf = (names: readonly string[]): string => names.map((name) => `<option>${name}</option>`).join('');

const membersPage = (people: readonly FakePerson[], store: FakeMembers, site: string): string => {
  const rows = people.map(({ subject, name }) => {
    const member = store.members.get(subject);
    const stands = member
      ? `${member.patron_status ?? 'no status'}, last charge ${member.last_charge_status ?? 'none'}`
      : 'not a member';
    return `<form method="post" action="/patreon/members"><fieldset><legend>${escapeHtml(name)}: ${stands}</legend>
<input type="hidden" name="patron" value="${subject}">
<label>State <select name="state"><option value="">unchanged</option>${optionsOf([...fakeStates, 'gone'])}</select></label>
<label>Message <select name="event"><option value="">none</option>${optionsOf(FAKE_EVENTS)}</select></label>
<label>Site <input name="site" value="${site}"></label>
<button>Apply</button></fieldset></form>`;
  });
  return page('Members (stand-in)', `<h1>Members</h1>${rows.join('\n')}`);
};

/**
 * Adds /members. GET lists everyone. POST changes the member given by `patron`: if `state` is given, it sets the member's state,
 * and if `event` is given, it sends a message about that event to `site`, which must be on this machine.
 */
export function addMemberControls(
  app: FastifyInstance,
  people: readonly FakePerson[],
  { store, site: ownSite }: { store: FakeMembers; site: string },
): void {
  app.get('/members', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(membersPage(people, store, ownSite)),
  );
  app.post('/members', async (request, reply) => {
    const { patron = '', state, event, site = ownSite } = formOf(request);
    if (!people.some(({ subject }) => subject === patron)) return reply.code(400).send({ error: 'nobody' });
    const wanted = fakeStates.find((name) => name === state);
    if (state && !wanted && state !== 'gone') return reply.code(400).send({ error: 'no state' });
    const old = event && store.members.has(patron) ? store.hook(event, patron) : null;
    if (wanted) store.set(patron, wanted);
    if (state === 'gone') store.remove(patron);
    const message = event && store.members.has(patron) ? store.hook(event, patron) : old;
    let status: number | null = null;
    if (message) {
      const address = new URL(message.url, site);
      if (!isLoopbackName(address.hostname)) return reply.code(400).send({ error: 'not on this machine' });
      const { method, headers, payload: body } = message;
      status = (await fetch(address, { method, headers, body })).status;
    }
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/patreon/members', 303);
    return { status };
  });
}
