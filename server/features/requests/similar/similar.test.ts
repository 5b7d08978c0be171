// Suggestions of requests and resources with similar names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addRequest, nowhere } from '#test/harness/requests.ts';
import { addResource } from '#test/harness/resources.ts';
import { comparedName } from './rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ outgoing: nowhere() });
});
afterAll(() => test.stop());

describe('compared parts of a name', () => {
  it.each([
    ['Camera shakes, vol. 2048', { beginning: 'Camera shakes, vol. 2048', words: ['2048', 'camera', 'shakes', 'vol'] }],
    ['!!! ???', { beginning: '', words: [] }],
    ['a b c', { beginning: 'a b c', words: [] }],
    ['a'.repeat(120), { beginning: 'a'.repeat(40), words: ['aaaaaa'] }],
  ])('are limited for %j', (name, compared) => {
    expect(comparedName(name)).toEqual(compared);
  });
});

describe('similar names', () => {
  it('are found in requests and public resources, but not in removed or hidden ones', async () => {
    const leaker = await test.addPerson('leaker');
    const shown = await addResource(test, { authorId: leaker.id, title: 'Handheld camera shake presets' });
    const hidden = await addResource(test, { authorId: leaker.id, title: 'Handheld camera shake secrets' });
    await test.db.updateTable('resources').set({ hidden_at: new Date() }).where('id', '=', hidden).execute();
    const wanted = await addRequest(test, { userId: leaker.id, name: 'Realistic handheld shake' });
    const gone = await addRequest(test, { userId: leaker.id, name: 'Realistic handheld shakes' });
    await test.db.updateTable('resource_requests').set({ removed_at: new Date() }).where('id', '=', gone).execute();
    const similar = async (name: string) => {
      const reply = await test.call({ method: 'GET', url: `/api/requests/similar?${new URLSearchParams({ name })}` });
      expect(reply.statusCode, reply.body).toBe(200);
      const { requests, resources } = reply.json<{ requests: { id: string }[]; resources: object[] }>();
      return { requests: requests.map(({ id }) => id), resources };
    };
    const found = await similar('handheld shake');
    expect(found.requests).toEqual([wanted]);
    expect(found.resources).toEqual([
      { id: shown, title: 'Handheld camera shake presets', author: leaker.username, thumbnail: expect.any(String) },
    ]);
    expect(await similar('HANDHELD camera sha')).toMatchObject({ resources: [{ id: shown }] });
    expect(await similar('ha')).toEqual({ requests: [], resources: [] });
    expect(await similar("%'\\_:*&|")).toEqual({ requests: [], resources: [] });
    await addRequest(test, { userId: leaker.id, name: '!!!' });
    expect(await similar('!!!')).toEqual({ requests: [], resources: [] });
  });

  it('put an exact match first, then one that starts the same, among a thousand similar ones', async () => {
    const asker = await test.addPerson();
    const { rows } = await test.deps.pool.query<{ id: string }>(
      `insert into resource_requests (user_id, name, link, host, link_key, created_at)
       select $1, 'Film burn overlay vol ' || n || case when n = 998 then ' by Ann' else '' end,
         'https://shop.example/burn/' || n, 'shop.example', 'burn ' || n, now() from generate_series(1, 1000) n
       returning id`,
      [asker.id],
    );
    const first = async (name: string) => {
      const reply = await test.call({ method: 'GET', url: `/api/requests/similar?${new URLSearchParams({ name })}` });
      return reply.json<{ requests: { id: string }[] }>().requests[0]?.id;
    };
    expect(await first('film burn OVERLAY vol 997')).toBe(rows[996]?.id);
    expect(await first('Film burn overlay vol 98')).toBe(rows[97]?.id);
    expect(await first('Film burn overlay vol 998')).toBe(rows[997]?.id);
    expect(await first('Film burns: overlays of volume 999')).toBe(rows[998]?.id);
  });
});
