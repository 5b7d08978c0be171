// Hostile text and bodies in announcements, ads and badges edited by administrators.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { bodyOf, expectHarmless, hostileCases } from './hostile-inputs.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const send = (method: 'POST' | 'PATCH', url: string, payload: string | Buffer) =>
  test.call({ method, url, payload, headers: JSON_TYPE }, admin);

const texts = hostileCases.filter(({ how }) => how === 'literal');

const ad = { title: 'Plain', text: '', action: 'Go', link: 'https://a.example', weight: 1, active: true };
const announcement = { text: 'Plain', link: null, active: true, startsAt: '2026-01-01T00:00:00.000Z', endsAt: null };

it('text is stored unchanged or rejected by field, and pages show it as text', async () => {
  const { id } = (await send('POST', '/api/admin/ads', JSON.stringify(ad))).json<{ id: string }>();
  const made = await send('POST', '/api/admin/announcements', JSON.stringify(announcement));
  const announced = made.json<{ id: string }>().id;
  let kept = 0;
  for (const { id: about, input } of texts) {
    for (const [url, field] of [
      [`/api/admin/ads/${id}`, 'title'],
      [`/api/admin/ads/${id}`, 'link'],
      [`/api/admin/announcements/${announced}`, 'text'],
      [`/api/admin/announcements/${announced}`, 'link'],
      [`/api/admin/badges/${encodeURIComponent('none')}`, 'description'],
    ] as const) {
      const reply = await send('PATCH', url, JSON.stringify({ [field]: input }));
      expectHarmless(reply, `${about} as ${field}`, input);
      if (reply.statusCode !== 200) continue;
      kept += 1;
      expect(reply.json<Record<string, string>>()[field], about).toBe(field === 'link' ? input : input.trim());
    }
    const shown = await test.call({ method: 'GET', url: '/login', headers: { accept: 'text/html' } });
    expect(shown.statusCode, about).toBe(200);
    const [, line = ''] = /<aside aria-label="Announcement"[^>]*>(.*?)<\/aside>/s.exec(shown.body) ?? [];
    expect(line, about).not.toMatch(/<(?:script|img|iframe|style)\b|href="(?!https:|\/)/i);
  }
  expect(kept).toBeGreaterThan(20);
}, 120_000);

it('invalid JSON bodies are rejected', async () => {
  for (const found of hostileCases.filter(({ kind }) => kind === 'json')) {
    for (const url of ['/api/admin/ads', '/api/admin/announcements', '/api/admin/badges']) {
      const reply = await send('POST', url, bodyOf(found));
      expectHarmless(reply, `${found.id} to ${url}`, found.input);
      expect(reply.statusCode, `${found.id} to ${url}`).toBeGreaterThanOrEqual(400);
    }
  }
}, 60_000);
