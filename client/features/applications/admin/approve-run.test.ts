import { expect, it } from 'vitest';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { approveEach, doneOf, type Progress } from './approve-run.ts';

const BULK = '00000000-0000-4000-8000-00000000000b';

const application = (username: string): LeakerApplication => ({
  id: username,
  userId: username,
  username,
  email: `${username}@people.example`,
  status: 'PENDING',
  createdAt: '2026-03-01T09:00:00.000Z',
  reason: null,
  decidedAt: null,
  decidedBy: null,
  obstacle: null,
  findings: [],
});

/** Runs over these applicants against a server that refuses some of them. */
const run = async (names: string[], refusals: Record<string, ProblemCode>) => {
  const asked: unknown[] = [];
  const transport: Transport = (_method, _path, { params, body }) => {
    asked.push([params?.id, body]);
    const code = refusals[params?.id ?? ''];
    return code ? Promise.reject(new CallError(`No: ${code}`, 409, code)) : Promise.resolve(application('x'));
  };
  const steps: Progress[] = [];
  const { signal } = new AbortController();
  await approveEach(transport, names.map(application), { bulkId: BULK, signal, onStep: (step) => steps.push(step) });
  return { asked, steps };
};

it('approves one by one, names those whom someone else decided, and continues after a failure', async () => {
  const { asked, steps } = await run(['ann', 'ben', 'cyd', 'dan'], { ben: 'ALREADY_DECIDED', cyd: 'NO_APPLICANT' });
  expect(asked).toEqual(['ann', 'ben', 'cyd', 'dan'].map((id) => [id, { bulkId: BULK }]));
  expect(steps.map(doneOf)).toEqual([1, 2, 3, 4]);
  expect(steps.at(-1)).toEqual({
    approved: 2,
    failed: [{ username: 'cyd', sentence: 'No: NO_APPLICANT' }],
    decided: ['ben'],
  });
});

it('stops when the run was undone in the meantime', async () => {
  const { asked, steps } = await run(['ann', 'ben', 'cyd'], { ben: 'BULK_APPROVAL_OVER' });
  expect(asked).toHaveLength(2);
  expect(steps.at(-1)).toMatchObject({ approved: 1, failed: [{ username: 'ben' }] });
});
