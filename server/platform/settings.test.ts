import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bus, createBus } from '#server/kit/db/bus.ts';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { createSettings } from './settings.ts';

let database: Database;
let bus: Bus;
let drop: () => Promise<void>;
const failures: object[] = [];
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) };
const actor = { id: null, name: 'admin-demo', address: '192.0.2.7', at: new Date('2026-01-01T00:00:00Z') };

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection);
  bus = await createBus({ connection: made.connection, log });
});

afterEach(async () => {
  await database.db.deleteFrom('settings').execute();
  failures.length = 0;
});

afterAll(async () => {
  await bus.close();
  await database.close();
  await drop();
});

const open = () => createSettings({ db: database.db, bus, log });

describe('settings', () => {
  it('default to the specified values on an empty site', async () => {
    expect(await open().get()).toMatchObject({
      siteName: 'Helix Resource Platform',
      siteDescription: 'Your trusted source for secure file sharing',
      maintenanceMode: false,
      registrationEnabled: true,
      maxUploadSize: 15,
      defaultUserQuota: 50,
      adCountdownSeconds: 5,
      chatInviteUrl: null,
    });
    expect(failures).toEqual([]);
  });

  it('keep the last values available while a change is being announced', async () => {
    const here = open();
    expect(here.last()).toBeNull();
    await here.get();
    const stored = { key: 'siteName', value: JSON.stringify('Dailies'), updated_at: actor.at };
    await database.db.insertInto('settings').values(stored).execute();
    here.forget();
    const reading = here.get();
    // The bus may repeat a notification during a read.
    here.forget();
    await reading;
    expect([here.peek(), here.last()?.siteName]).toEqual([null, 'Dailies']);
  });

  it('are cached until they change, then reread in every process, with one audit row', async () => {
    const [here, elsewhere] = [open(), open()];
    expect(await here.get()).toBe(await here.get());
    await elsewhere.get();
    await database.db.transaction().execute((trx) => here.put(trx, { siteName: 'Cutting Room' }, actor));
    await vi.waitFor(async () => expect((await elsewhere.get()).siteName).toBe('Cutting Room'), { timeout: 10_000 });
    await vi.waitFor(async () => expect((await here.get()).siteName).toBe('Cutting Room'), { timeout: 10_000 });
    const rows = await database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'settings.change')
      .execute();
    expect(rows).toMatchObject([
      {
        actor_name: 'admin-demo',
        address: '192.0.2.7',
        subject_kind: 'settings',
        before: {},
        after: { siteName: 'Cutting Room' },
      },
    ]);
  });

  it('stay as they are when the change is rolled back', async () => {
    const settings = open();
    await settings.get();
    const changing = database.db.transaction().execute(async (trx) => {
      await settings.put(trx, { maintenanceMode: true }, actor);
      throw new Error('not this time');
    });
    await expect(changing).rejects.toThrow('not this time');
    expect((await open().get()).maintenanceMode).toBe(false);
  });

  it.each([
    ['siteName', 7],
    ['siteName', ''],
    ['maxUploadSize', -1],
    ['adCountdownSeconds', 'five'],
    ['chatInviteUrl', 'javascript:alert(1)'],
  ])('fall back to the default of %s when %j is stored, and log it', async (key, value) => {
    const expected = await open().get();
    await database.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) })
      .execute();
    expect(await open().get()).toEqual(expected);
    expect(failures).toEqual([{ setting: key }]);
  });

  it.each([
    [{ siteName: '   ' }],
    [{ maxUploadSize: '15' }],
    [{ chatInviteUrl: 'javascript:alert(1)' }],
    [{ unknownSetting: true }],
  ])('reject %j and write nothing', async (change) => {
    const settings = open();
    await expect(
      database.db.transaction().execute((trx) => settings.put(trx, change as object, actor)),
    ).rejects.toThrow();
    expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });
});
