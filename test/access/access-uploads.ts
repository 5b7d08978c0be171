// Access scenarios for uploads and approvals. Each scenario creates the drafts and uploads it uses up.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { publishVersion } from '#server/features/uploads/versions/actions.ts';
import { insertVersion } from '#server/features/uploads/versions/queries.ts';
import { encodeForm, type FormPart } from '#test/harness/forms.ts';
import type { Person } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { addDraft, metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

/** The user whose objects are requested. Leakers and administrators request their own objects; all others request the owner's. */
const holderOf = (world: World, { role, person }: Asker): Person =>
  (role === 'leaker' || role === 'admin' ? person : null) ?? world.owner;

const details = {
  title: 'Asked for',
  description: 'What a leaker says of it.',
  category: 'Free',
  type: 'overlay',
  editor: 'After Effects',
  editorMinVersion: null,
  tags: ['light'],
  licence: 'CC0',
  rightsDeclared: true,
  saleDeclared: false,
};

/** A submitted upload that belongs to the owner, with everything needed to approve or reject it. */
const addWaiting = async (world: World, changes: { submitted_at?: null } = {}): Promise<string> => {
  const id = await addResource(world, { authorId: world.owner.id, title: 'Waiting', status: 'PENDING' });
  await world.db
    .updateTable('resources')
    .set({ rights_declared_at: new Date(), ...changes })
    .where('id', '=', id)
    .execute();
  return id;
};

/** An approved asset of the owner, with a second version that is public or not. @returns its id, and that of the version's upload */
const addVersioned = async (world: World, isPublic: boolean): Promise<{ id: string; versionId: string }> => {
  const id = await addResource(world, { authorId: world.owner.id, title: 'Versioned' });
  const versionId = await world.db.transaction().execute(async (trx) => {
    const now = new Date();
    const added = await insertVersion(trx, { resourceId: id, filesFrom: id, number: 2, note: 'Better.', now });
    if (isPublic) await publishVersion(trx, { resourceId: id, versionId: added, number: 2, now });
    return added;
  });
  return { id, versionId };
};

const firstVersion = async (world: World, rest = ''): Promise<string> =>
  `/api/uploads/${(await addVersioned(world, true)).id}/versions/1${rest}`;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Body = InjectOptions['payload'];

const send =
  (method: Method, url: (world: World, asker: Asker) => string | Promise<string>, payload?: Body): Scenario =>
  async (world, asker) => ({
    method,
    url: await url(world, asker),
    headers: asker.headers,
    ...(payload === undefined ? {} : { payload }),
  });

const TUS = { 'tus-resumable': '1.0.0' };

const begin = (resourceId: string, person: Pick<Person, 'headers'>): InjectOptions => ({
  method: 'POST',
  url: SESSIONS,
  headers: {
    ...TUS,
    ...person.headers,
    'upload-length': '5',
    'upload-metadata': metadataOf({ resourceId, path: 'hello.txt' }),
  },
});

/** Starts an upload session for a user; returns its URL. */
const addSession = async (world: World, holder: Person, bytes = ''): Promise<string> => {
  const begun = await world.app.inject(begin(await addDraft(world, holder.id), holder));
  const address = begun.headers.location;
  if (begun.statusCode !== 201 || typeof address !== 'string') throw new Error(`upload not started: ${begun.body}`);
  if (bytes === '') return address;
  const sent = await world.app.inject(patch(address, holder.headers, bytes));
  if (sent.statusCode !== 204) throw new Error(`upload not received: ${sent.body}`);
  return address;
};

const patch = (url: string, headers: Record<string, string>, payload: string): InjectOptions => ({
  method: 'PATCH',
  url,
  headers: { ...TUS, ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  payload,
});

type HolderOf = (world: World, asker: Asker) => Person;

/** Scenarios for the upload protocol, on uploads that belong to the user returned by `whose`. */
const sessionScenarios = (note: string, whose: HolderOf): Record<string, Scenario> => {
  const withTus =
    (scenario: Scenario): Scenario =>
    async (world, asker) => {
      const request = await scenario(world, asker);
      return { ...request, headers: { ...TUS, ...request.headers } };
    };
  const session: Parameters<typeof send>[1] = (world, asker) => addSession(world, whose(world, asker));
  return {
    [`POST ${SESSIONS}${note}`]: async (world, asker) => begin(await addDraft(world, whose(world, asker).id), asker),
    [`PATCH ${SESSIONS}/{id}${note}`]: async (world, asker) =>
      patch(await addSession(world, whose(world, asker)), asker.headers, 'Hello'),
    [`HEAD ${SESSIONS}/{id}${note}`]: withTus(send('HEAD', session)),
    [`DELETE ${SESSIONS}/{id}${note}`]: withTus(send('DELETE', session)),
    [`POST ${SESSIONS}/{id}/complete${note}`]: send(
      'POST',
      async (world, asker) => `${await addSession(world, whose(world, asker), 'Hello')}/complete`,
      {},
    ),
  };
};

const form =
  (
    method: 'POST',
    url: (world: World, asker: Asker) => string,
    parts: (world: World, asker: Asker) => Promise<FormPart[]>,
  ): Scenario =>
  async (world, asker) => {
    const { payload, headers } = await encodeForm(...(await parts(world, asker)));
    return { method, url: url(world, asker), payload, headers: { ...headers, ...asker.headers } };
  };

const FILE: FormPart = ['file', Buffer.from('Hello'), 'hello.txt'];
const fileParts = async (): Promise<FormPart[]> => [
  ['title', 'Asked for'],
  ['category', 'Free'],
  ['description', 'Sent as a form.'],
  ['tags', 'light'],
  FILE,
];

const image = (whose: HolderOf): Scenario =>
  form(
    'POST',
    () => '/api/resource/image',
    async (world, asker) => [
      ['leakId', await addDraft(world, whose(world, asker).id)],
      ['image', world.picturePng],
    ],
  );

const addApplication = async (world: World): Promise<string> => {
  const { id } = await world.addPerson('member');
  const row = await world.db
    .insertInto('leaker_applications')
    .values({ user_id: id, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const ANOTHER = ' (of another)';
const theOwner: HolderOf = ({ owner }) => owner;

export const uploadScenarios: Record<string, Scenario> = {
  'POST /api/uploads': send('POST', () => '/api/uploads', details),
  'GET /api/uploads/{id}': send('GET', ({ resources }) => `/api/uploads/${resources.pending}`),
  'GET /api/uploads/{id}/progress': send('GET', ({ resources }) => `/api/uploads/${resources.pending}/progress`),
  'GET /api/uploads/{id}/review': send('GET', ({ resources }) => `/api/uploads/${resources.pending}/review`),
  'POST /api/uploads/{id}/versions': send(
    'POST',
    async (world) => `/api/uploads/${await addResource(world, { authorId: world.owner.id })}/versions`,
    { note: 'Better.' },
  ),
  'PUT /api/uploads/{id}/versions/{number}': send('PUT', (world) => firstVersion(world), { note: 'Better.' }),
  'POST /api/uploads/{id}/versions/{number}/restore': send('POST', (world) => firstVersion(world, '/restore'), {}),
  'DELETE /api/uploads/{id}/versions/{number}': send('DELETE', (world) => firstVersion(world)),
  'GET /api/uploads/{id}/changes': send(
    'GET',
    async (world) => `/api/uploads/${(await addVersioned(world, false)).versionId}/changes`,
  ),
  'GET /api/uploads/{id}/messages': send('GET', ({ resources }) => `/api/uploads/${resources.pending}/messages`),
  'POST /api/uploads/{id}/messages': send('POST', async (world) => `/api/uploads/${await addWaiting(world)}/messages`, {
    text: 'Who made the music?',
  }),
  'GET /api/admin/review': send('GET', () => '/api/admin/review'),
  'GET /api/admin/review/{id}': send('GET', ({ resources }) => `/api/admin/review/${resources.pending}`),
  'PUT /api/admin/review/{id}/lock': send(
    'PUT',
    async (world) => `/api/admin/review/${await addWaiting(world)}/lock`,
    {},
  ),
  'DELETE /api/admin/review/{id}/lock': send(
    'DELETE',
    async (world) => `/api/admin/review/${await addWaiting(world)}/lock`,
  ),
  'PUT /api/uploads/{id}': send('PUT', async (world) => `/api/uploads/${await addWaiting(world)}`, details),
  'POST /api/uploads/{id}/submit': send(
    'POST',
    async (world) => `/api/uploads/${await addWaiting(world, { submitted_at: null })}/submit`,
    {},
  ),
  'DELETE /api/uploads/{id}': send('DELETE', async (world) => `/api/uploads/${await addWaiting(world)}`),
  'DELETE /api/uploads/{id}/files': send(
    'DELETE',
    async (world) => `/api/uploads/${await addWaiting(world)}/files?path=readme.txt`,
  ),
  ...sessionScenarios('', holderOf),
  ...sessionScenarios(ANOTHER, theOwner),
  'POST /api/uploads/{username}/{resourceId}/file': form(
    'POST',
    (world, asker) => `/api/uploads/${holderOf(world, asker).username}/${randomUUID()}/file`,
    fileParts,
  ),
  'POST /api/uploads/{username}/{resourceId}/file (name of another)': form(
    'POST',
    ({ owner }) => `/api/uploads/${owner.username}/${randomUUID()}/file`,
    fileParts,
  ),
  'POST /api/uploads/{username}/{resourceId}/file (resource of another)': form(
    'POST',
    (world, asker) => `/api/uploads/${holderOf(world, asker).username}/${world.resources.pending}/file`,
    fileParts,
  ),
  'POST /api/resource/image': image(holderOf),
  [`POST /api/resource/image${ANOTHER}`]: image(theOwner),
  'GET /api/users/stats': send('GET', () => '/api/users/stats'),
  'GET /api/leaker/space': send('GET', () => '/api/leaker/space'),
  'GET /api/leaker/uploads': send('GET', () => '/api/leaker/uploads'),
  'GET /api/leaker/activity': send('GET', () => '/api/leaker/activity'),
  'GET /api/leaker/demand': send('GET', () => '/api/leaker/demand'),
  'GET /api/admin/uploads': send('GET', () => '/api/admin/uploads'),
  'GET /api/admin/applications': send('GET', () => '/api/admin/applications'),
  'POST /api/admin/applications/{id}/approve': send(
    'POST',
    async (world) => `/api/admin/applications/${await addApplication(world)}/approve`,
    {},
  ),
  'POST /api/admin/applications/{id}/reject': send(
    'POST',
    async (world) => `/api/admin/applications/${await addApplication(world)}/reject`,
    { reason: 'Not yet.' },
  ),
  'PUT /api/admin/uploads/{id}/status': send(
    'PUT',
    async (world) => `/api/admin/uploads/${await addWaiting(world)}/status`,
    { status: 'APPROVED', was: 'PENDING' },
  ),
  'DELETE /api/admin/uploads/{id}': send('DELETE', async (world) => `/api/admin/uploads/${await addWaiting(world)}`),
};
