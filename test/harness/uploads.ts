// Input for upload tests, as submitted by creators.
import type { UploadDetails } from '#contract/uploads/api.ts';
import type { Person, TestApp } from './harness.ts';

/** Details that pass every rule. */
export function details(changes: Partial<UploadDetails> = {}): UploadDetails {
  return {
    title: 'Light leaks',
    description: 'Warm leaks of an old camera.',
    category: 'Free',
    type: 'overlay',
    editor: 'After Effects',
    editorMinVersion: null,
    tags: ['light', 'film'],
    licence: 'CC0',
    rightsDeclared: true,
    saleDeclared: false,
    ...changes,
  };
}

/** Creates a draft through the API; resolves to its id. */
export async function beginDraft(test: TestApp, person: Person, changes: Partial<UploadDetails> = {}): Promise<string> {
  const reply = await test.call({ method: 'POST', url: '/api/uploads', payload: details(changes) }, person);
  if (reply.statusCode !== 201) throw new Error(`no draft was created: ${reply.body}`);
  return reply.json<{ id: string }>().id;
}

/** All rows and files that an upload can change, to compare before and after a rejected request. */
export async function takeStock(test: TestApp): Promise<string> {
  const rows: unknown[] = [];
  for (const table of ['resources', 'resource_files', 'upload_sessions', 'resource_decisions', 'activity'] as const)
    rows.push(await test.db.selectFrom(table).selectAll().orderBy('id').execute());
  const counted = await test.db.selectFrom('facet_counts').selectAll().orderBy('kind').orderBy('value').execute();
  const partials = (await test.deps.storage.partials.list()).map(({ id }) => id).sort();
  return JSON.stringify([rows, counted, partials]);
}
