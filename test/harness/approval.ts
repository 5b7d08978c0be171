// Waits for uploads on a running site, and decides on them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { UploadProgress } from '#contract/uploads/api.ts';

/** @throws with the response, unless it's a success */
export async function requireOk(answer: APIResponse): Promise<void> {
  if (!answer.ok()) throw new Error(`${answer.status()} from ${answer.url()}: ${await answer.text()}`);
}

/** Asks again until it's true, for up to five minutes. */
export async function untilTrue(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 300_000;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not within five minutes: ${what}`);
    await sleep(250);
  }
}

/** Waits until an upload is fully processed: its files are checked and its previews are created. */
export async function waitForPreviews(api: APIRequestContext, id: string): Promise<void> {
  await untilTrue(`previews of ${id}`, async () => {
    const { sessions, preview } = (await (await api.get(`/api/uploads/${id}/progress`)).json()) as UploadProgress;
    return sessions.length === 0 && preview.state === 'READY';
  });
}

/** Approves or rejects an upload as the admin. */
export async function decide(
  admin: APIRequestContext,
  id: string,
  data: { status: 'APPROVED' | 'REJECTED'; reason?: string },
): Promise<void> {
  await requireOk(await admin.put(`/api/admin/uploads/${id}/status`, { data }));
}
