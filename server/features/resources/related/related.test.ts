import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/http.ts';
import { SHELF_CARDS } from '#contract/resources/limits.ts';
import type { getRelated } from '#contract/resources/related.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';

let test: TestApp;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson('leaker');
  ben = await test.addPerson('leaker');
});
afterAll(() => test.stop());

const ask = (id: string, person?: Person) => test.call({ url: `/api/resources/${id}/related` }, person);
const read = async (id: string, person?: Person) => {
  const answer = await ask(id, person);
  expect(answer.statusCode, answer.body).toBe(200);
  const { moreBy, similar } = answer.json<ReplyOf<typeof getRelated>>();
  const titles = (cards: { title: string }[]) => cards.map(({ title }) => title);
  return { moreBy: titles(moreBy), similar: titles(similar) };
};

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const change = (id: string, values: object) =>
  test.db.updateTable('resources').set(values).where('id', '=', id).execute();

describe('more by the creator', () => {
  it('shows the four newest other assets, newest first, in no other list', async () => {
    const given = { authorId: (await test.addPerson('leaker')).id, type: 'shape' };
    for (let number = 1; number <= 6; number += 1)
      await addResource(test, { ...given, title: `Day ${number}`, createdAt: day(number) });
    const id = await addResource(test, { ...given, title: 'Own', createdAt: day(7) });
    expect(await read(id)).toEqual({
      moreBy: ['Day 6', 'Day 5', 'Day 4', 'Day 3'],
      similar: ['Day 2', 'Day 1'],
    });
  });

  it('is empty without others', async () => {
    const loner = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: loner.id, type: 'music' });
    expect(await read(id)).toEqual({ moreBy: [], similar: [] });
  });
});

describe('similar assets', () => {
  it('come in the order of what they have in common, and need a type or tag in common', async () => {
    const authorId = ben.id;
    const facts = JSON.stringify({ width: 3840, height: 2160, frameRate: 24, alpha: true });
    const tags = ['ink', "o'clock \\ half", 'slow'];
    const id = await addResource(test, { authorId: ann.id, type: 'model', tags });
    await change(id, { facts });
    const add = async (title: string, given: object, values: object = {}) => {
      const added = await addResource(test, { authorId, title, editor: 'Blender', type: 'font', ...given });
      await change(added, { facts: '{}', ...values });
    };
    await add('Same facts only', { editor: 'After Effects' }, { facts });
    await add('One tag', { tags: ['INK'] });
    await add('Type', { type: 'Model' });
    await add('Type, facts', { type: 'model' }, { facts });
    await add('Type, two tags', { type: 'model', tags: tags.slice(0, 2) });
    await add('Odd tag, facts', { tags: tags.slice(1, 2) }, { facts });
    expect((await read(id)).similar).toEqual(['Type, two tags', 'Type, facts', 'Odd tag, facts', 'Type']);
  });

  it('include older assets that share a rare tag', async () => {
    const id = await addResource(test, { authorId: ann.id, tags: ['rare-thing'], type: 'template' });
    await addResource(test, { authorId: ben.id, title: 'Old', tags: ['rare-thing'], type: 'font', createdAt: day(1) });
    const newer = Array.from({ length: 520 }, () => ({
      author_id: ben.id,
      title: 'Newer',
      category: 'Free',
      editor: 'Nuke',
      type: 'preset',
      status: 'APPROVED',
    }));
    // Triggers are off, because they take seconds for 520 rows.
    await test.ownerDb.transaction().execute(async (trx) => {
      await sql`alter table resources disable trigger user`.execute(trx);
      await trx.insertInto('resources').values(newer).execute();
      await sql`alter table resources enable trigger user`.execute(trx);
    });
    expect((await read(id)).similar).toEqual(['Old']);
  });
});

describe('both', () => {
  it('leave out assets that are not public, for everyone', async () => {
    const { member, admin } = await test.addCast();
    const author = await test.addPerson('leaker');
    const given = { type: 'LUT', tags: ['visible-or-not'] };
    const id = await addResource(test, { ...given, authorId: author.id });
    for (const { id: authorId } of [author, ben]) {
      await addResource(test, { ...given, authorId, title: 'Pending', status: 'PENDING' });
      await addResource(test, { ...given, authorId, title: 'Rejected', status: 'REJECTED' });
      await change(await addResource(test, { ...given, authorId, title: 'Hidden' }), { hidden_at: new Date() });
      await change(await addResource(test, { ...given, authorId, title: 'Deleted' }), { deleted_at: new Date() });
    }
    for (const person of [undefined, member, author, admin])
      expect(await read(id, person)).toEqual({ moreBy: [], similar: [] });
  });

  it('are shown below an asset that is not public to those who may see it, and refused to others', async () => {
    const { member, admin } = await test.addCast();
    const author = await test.addPerson('leaker');
    await addResource(test, { authorId: author.id, title: 'Public' });
    const pending = await addResource(test, { authorId: author.id, status: 'PENDING' });
    const hidden = await addResource(test, { authorId: author.id });
    await change(hidden, { hidden_at: new Date() });
    for (const id of [pending, hidden]) {
      const status = async (person?: Person) => (await ask(id, person)).statusCode;
      expect([await status(), await status(member)]).toEqual([404, 404]);
      for (const person of [author, admin]) expect((await read(id, person)).moreBy).toEqual(['Public']);
    }
    await change(hidden, { deleted_at: new Date() });
    expect((await ask(hidden, admin)).statusCode).toBe(404);
  });

  it('are never longer than a shelf', async () => {
    const given = { type: 'title', tags: ['long-shelf'] };
    for (let count = 0; count < 12; count += 1)
      await addResource(test, { ...given, authorId: count % 2 ? ann.id : ben.id, title: `Long ${count}` });
    const { moreBy, similar } = await read(await addResource(test, { ...given, authorId: ann.id }));
    expect([moreBy.length, similar.length]).toEqual([SHELF_CARDS, SHELF_CARDS]);
    expect(similar.filter((title) => moreBy.includes(title))).toEqual([]);
  });

  it('refuse unknown and malformed ids', async () => {
    expect((await ask(randomUUID())).json()).toMatchObject({ status: 404, code: 'RESOURCE_NOT_FOUND' });
    for (const id of ['1', "' or 1=1 --", '%00', `${randomUUID()}'`])
      expect((await ask(encodeURIComponent(id))).statusCode, id).toBe(400);
  });
});
