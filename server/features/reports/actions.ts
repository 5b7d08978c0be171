// Receives and decides reports, each in one transaction that also queues the emails.

import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { BodyOf } from '#contract/http.ts';
import type { resolveReport, sendReport } from '#contract/reports/api.ts';
import type { DB } from '#db/types.ts';
import { counterNameOf, sendNotice } from '#server/features/accounts/public.ts';
import {
  deletePostInTransaction,
  deleteThreadInTransaction,
  findPlaceOf,
  type ModerationDeps,
  requireModerator,
  type Tell,
} from '#server/features/forum/public.ts';
import { notifyPerson, ownMailOf } from '#server/features/notifications/public.ts';
import { hideResource } from '#server/features/uploads/public.ts';
import { announce } from '#server/kit/db/bus.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import type { Deps } from '../../deps.ts';
import { ownContentReported, reportClosed } from './notifications.ts';
import * as queries from './queries.ts';
import { readReportedAddress } from './rules.ts';

type ReportDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret' | 'log' | 'limits'>;

/** Bus topic, published when a report arrives or is decided. */
const TOPIC = 'reports';

type Report = Omit<BodyOf<typeof sendReport>, 'goodFaith' | 'email'>;
type Reporter = { id: string | null; name: string; email: string };

/** Finds the reported subject; if it does not exist, returns what the report says about it. */
const settleSubject = async ({ db, publicUrl }: ReportDeps, { kind, subjectId, address }: Report) => {
  if (subjectId !== undefined && kind !== undefined && kind !== 'other')
    return (
      (await queries.findReportSubject(db, { kind, by: 'id', name: subjectId })) ?? { kind, id: subjectId, label: '' }
    );
  const named = readReportedAddress(address, new URL(publicUrl()).origin);
  const found = named && (await queries.findReportSubject(db, named));
  return found ?? { kind: 'other', id: null, label: '' };
};

/**
 * Stores a report, confirms it to the reporter and notifies the site's contact.
 * @returns the report's number
 */
export async function receiveReport(deps: ReportDeps, report: Report, reporter: Reporter): Promise<number> {
  const now = deps.now();
  const [subject, { supportContact }] = await Promise.all([settleSubject(deps, report), deps.settings.get()]);
  // Beyond this limit, the report is stored but no confirmation is sent, so that nobody can flood an email address.
  const counter = `report-mail ${counterNameOf(reporter.email)}`;
  const { allowed: mayMail } = await hit(deps, counter, deps.limits.reports, now);
  return deps.db.transaction().execute(async (trx) => {
    const { id, number } = await queries.insertReport(
      trx,
      {
        kind: subject.kind,
        subjectId: subject.id,
        label: subject.label,
        address: report.address.trim(),
        reason: report.reason,
        details: report.details.trim(),
        reporterId: reporter.id,
        email: reporter.email,
      },
      now,
    );
    if (mayMail) await sendNotice(deps, trx, reporter, { kind: 'report-received', number });
    // The contact may be a web address instead of an email address.
    const { allowed: mayTell } = await hit(deps, 'report-mail contact', deps.limits.reportMails, now);
    if (mayTell && supportContact !== null && z.email().safeParse(supportContact).success) {
      const link = `${deps.publicUrl()}/admin/reports`;
      const to = { email: supportContact, name: 'there' };
      await sendNotice(deps, trx, to, { kind: 'report-arrived', number, reason: report.reason, link });
    }
    await announce(trx, TOPIC, id);
    return number;
  });
}

type DecisionDeps = ReportDeps & ModerationDeps;
type Resolution = BodyOf<typeof resolveReport> & {
  reportId: string;
  by: AuditActor;
  /** Set if a moderator decides, who may only do so for posts by others in their categories. */
  isQueue?: boolean;
};

/** @throws Problem REPORT_NOT_FOUND if the report isn't about a post, NOT_ALLOWED */
const requireOwnQueue = async (
  trx: Kysely<DB>,
  { kind, subjectId }: queries.HeldReport,
  { by, at }: { by: AuditActor; at: Date },
): Promise<void> => {
  const place = kind === 'post' && subjectId !== null ? await queries.findReportedPlace(trx, subjectId) : undefined;
  if (!place) throw new Problem('REPORT_NOT_FOUND');
  await requireModerator(trx, { by, subcategoryId: place.subcategoryId, at });
  if (place.authorId === by.id) throw new Problem('NOT_ALLOWED');
};

/**
 * Decides a report. Locks it, so that the second of two concurrent decisions is refused.
 * @throws Problem REPORT_NOT_FOUND, ALREADY_DECIDED, NOTHING_TO_HIDE, NOT_ALLOWED
 */
export async function decideReport(deps: DecisionDeps, resolution: Resolution): Promise<void> {
  const { reportId, decision, by } = resolution;
  const message = resolution.message.trim();
  const now = deps.now();
  // Load the settings before the transaction, which must not wait for a second connection while it holds the counter lock.
  await deps.settings.get();
  const tell = await deps.db.transaction().execute(async (trx) => {
    // Lock the counters first, because erasing a reporter uses the same order.
    if (decision === 'hide') await lockCounters(trx);
    const report = await queries.lockReport(trx, reportId);
    if (!report) throw new Problem('REPORT_NOT_FOUND');
    if (resolution.isQueue) await requireOwnQueue(trx, report, { by, at: now });
    if (report.status !== 'OPEN') throw new Problem('ALREADY_DECIDED');
    const told = decision === 'hide' ? await hideSubject(deps, trx, report, { reason: message, by, now }) : null;
    const status = decision === 'dismiss' ? 'DISMISSED' : 'UPHELD';
    await queries.closeReport(trx, reportId, { status, message, by: by.id }, now);
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'report.resolve',
      subject: { kind: 'report', id: reportId },
      before: { number: report.number, about: report.label, status: report.status },
      after: { status, decision, message },
    });
    await tellBoth(deps, trx, { ...report, id: reportId }, { decision, message, by, now });
    await announce(trx, TOPIC, reportId);
    return told;
  });
  tell?.();
}

type Hiding = { reason: string; by: AuditActor; now: Date };

const isCode = (error: unknown, ...codes: string[]): boolean => error instanceof Problem && codes.includes(error.code);

/** Removes a post, or the whole thread if it is the first post. The author is informed by the email about the decision. */
const removeReported = async (
  deps: DecisionDeps,
  trx: Kysely<DB>,
  postId: string,
  { reason, by }: Hiding,
): Promise<Tell> => {
  const removal = { reason, by, untold: true };
  try {
    return await deletePostInTransaction(deps, trx, { id: postId, ...removal });
  } catch (error) {
    const place = isCode(error, 'FIRST_POST') ? await findPlaceOf(trx, postId) : undefined;
    if (!place) throw error;
    return await deleteThreadInTransaction(deps, trx, { id: place.threadId, ...removal });
  }
};

/** @returns a function to call after the transaction has committed, to notify connected readers; null for a resource */
const hideSubject = async (
  deps: DecisionDeps,
  trx: Kysely<DB>,
  { kind, subjectId }: queries.HeldReport,
  hiding: Hiding,
): Promise<Tell | null> => {
  if ((kind !== 'resource' && kind !== 'post') || subjectId === null) throw new Problem('NOTHING_TO_HIDE');
  try {
    if (kind === 'post') return await removeReported(deps, trx, subjectId, hiding);
    await hideResource(trx, { resourceId: subjectId, ...hiding });
    return null;
  } catch (error) {
    if (isCode(error, 'RESOURCE_NOT_FOUND', 'POST_NOT_FOUND', 'THREAD_NOT_FOUND')) throw new Problem('NOTHING_TO_HIDE');
    throw error;
  }
};

const outcomeOf = (kind: string, decision: Resolution['decision']) => {
  if (decision === 'hide') return kind === 'post' ? 'removed' : 'hidden';
  return decision === 'uphold' ? 'upheld' : 'dismissed';
};

type Told = queries.HeldReport & { id: string };
type Verdict = Pick<Resolution, 'decision' | 'message' | 'by'> & { now: Date };

/**
 * Informs the reporter of every decision, and the owner of the subject unless the report was dismissed. Members are notified in the
 * bell too, and can turn the emails off.
 */
const tellBoth = async (deps: ReportDeps, trx: Kysely<DB>, report: Told, verdict: Verdict): Promise<void> => {
  const outcome = outcomeOf(report.kind, verdict.decision);
  const asset = await queries.findReportedAsset(trx, report);
  await tellReporter(deps, trx, report, { ...verdict, outcome, assetId: asset?.isPublic ? asset.id : null });
  if (outcome !== 'dismissed') await tellOwner(deps, trx, report, { ...verdict, outcome, assetId: asset?.id ?? null });
};

/** A decision as one of the two gets it; `assetId` is the asset that their notification leads to. */
type News<Outcome = ReturnType<typeof outcomeOf>> = Verdict & { outcome: Outcome; assetId: string | null };

/** Notifies a member in the bell, unless they decided it themselves. @returns as `ownMailOf` */
const notifyMember = async (
  deps: ReportDeps,
  trx: Kysely<DB>,
  { kind, userId, report }: { kind: typeof reportClosed; userId: string; report: Told },
  { outcome, assetId, message, by, now }: News,
) => {
  const data = { label: report.kind === 'profile' ? '' : report.label, outcome, message, assetId };
  const news = { userId, key: `${kind.kind} ${report.id}`, subjectId: assetId, data };
  if (userId !== by.id) await notifyPerson(trx, kind, news, now);
  return ownMailOf(deps, trx, kind, userId);
};

const tellReporter = async (deps: ReportDeps, trx: Kysely<DB>, report: Told, verdict: News): Promise<void> => {
  const reporter = await queries.findReporter(trx, report);
  if (!reporter) return;
  const { reporterId: userId, number } = report;
  const mail = userId === null ? {} : await notifyMember(deps, trx, { kind: reportClosed, userId, report }, verdict);
  if (mail === null) return;
  const decided = { kind: 'report-decided', number, outcome: verdict.outcome, reason: verdict.message } as const;
  await sendNotice(deps, trx, reporter, decided, mail);
};

const tellOwner = async (
  deps: ReportDeps,
  trx: Kysely<DB>,
  report: Told,
  verdict: News<Exclude<News['outcome'], 'dismissed'>>,
): Promise<void> => {
  const owner = await queries.findSubjectOwner(trx, report);
  if (!owner) return;
  const mail = await notifyMember(deps, trx, { kind: ownContentReported, userId: owner.id, report }, verdict);
  if (mail === null) return;
  const about = report.kind === 'profile' ? 'your profile' : report.label;
  const { outcome, message: reason } = verdict;
  const told = { kind: 'reported', number: report.number, about, outcome, reason } as const;
  await sendNotice(deps, trx, { email: owner.email, name: owner.username }, told, mail);
};
