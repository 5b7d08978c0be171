// Admin changes to announcements. Each runs in one transaction with its audit log entry.
import type { z } from 'zod';
import type { AnnouncementChange, newAnnouncement } from '#contract/content/announcements.ts';
import { ANNOUNCEMENTS_MAX } from '#contract/content/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { ANNOUNCEMENT_TOPIC } from './events.ts';
import * as queries from './queries.ts';

type Acting = Pick<Deps, 'db' | 'bus' | 'now'>;
type Row = queries.AnnouncementRow;
type Words = Omit<Row, 'id'>;

const wordsOf = ({ text, link, active, startsAt, endsAt }: Row): Words => ({ text, link, active, startsAt, endsAt });

/** Fields of `from` that differ from `to`, in the form the audit log stores. */
const differenceOf = (from: Words, to: Words) =>
  Object.fromEntries(Object.entries(from).filter(([key, value]) => String(value) !== String(to[key as keyof Words])));

const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

const demandSpan = ({ startsAt, endsAt }: Pick<Words, 'startsAt' | 'endsAt'>): void => {
  if (endsAt && endsAt <= startsAt) {
    throw new Problem('BAD_INPUT', { fields: { endsAt: 'The end must be after the start.' } });
  }
};

/** @throws Problem BAD_INPUT for an end before the start, LIST_FULL */
export function addAnnouncement(
  deps: Acting,
  { startsAt, endsAt, ...given }: z.output<typeof newAnnouncement>,
  by: AuditActor,
): Promise<Row> {
  return deps.db.transaction().execute(async (trx) => {
    const words = { ...given, startsAt: new Date(startsAt), endsAt: toDate(endsAt) };
    demandSpan(words);
    if ((await queries.countAnnouncementsAlone(trx)) >= ANNOUNCEMENTS_MAX) throw new Problem('LIST_FULL');
    const now = deps.now();
    const added = await queries.insertAnnouncement(trx, words, now);
    const subject = { kind: 'announcement', id: added.id };
    await writeAudit(trx, { at: now, actor: by, action: 'announcement.create', subject, after: words });
    await deps.bus.publish(trx, ANNOUNCEMENT_TOPIC, added.id);
    return added;
  });
}

/** @throws Problem ANNOUNCEMENT_NOT_FOUND, BAD_INPUT for an end before the start */
export function changeAnnouncement(deps: Acting, id: string, change: AnnouncementChange, by: AuditActor): Promise<Row> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await queries.lockAnnouncement(trx, id);
    if (!row) throw new Problem('ANNOUNCEMENT_NOT_FOUND');
    const was = wordsOf(row);
    const is: Words = {
      text: change.text ?? was.text,
      link: change.link === undefined ? was.link : change.link,
      active: change.active ?? was.active,
      startsAt: change.startsAt === undefined ? was.startsAt : new Date(change.startsAt),
      endsAt: change.endsAt === undefined ? was.endsAt : toDate(change.endsAt),
    };
    demandSpan(is);
    const before = differenceOf(was, is);
    if (Object.keys(before).length === 0) return row;
    const { text, link, active, startsAt, endsAt } = is;
    const changed = await queries.updateAnnouncement(trx, id, {
      text,
      link,
      active,
      starts_at: startsAt,
      ends_at: endsAt,
    });
    await writeAudit(trx, {
      at: deps.now(),
      actor: by,
      action: 'announcement.change',
      subject: { kind: 'announcement', id },
      before: { ...before, text: was.text },
      after: differenceOf(is, was),
    });
    await deps.bus.publish(trx, ANNOUNCEMENT_TOPIC, id);
    return changed;
  });
}

/** @throws Problem ANNOUNCEMENT_NOT_FOUND */
export function deleteAnnouncement(deps: Acting, id: string, by: AuditActor): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockAnnouncement(trx, id);
    if (!was) throw new Problem('ANNOUNCEMENT_NOT_FOUND');
    await queries.deleteAnnouncementRow(trx, id);
    const subject = { kind: 'announcement', id };
    await writeAudit(trx, { at: deps.now(), actor: by, action: 'announcement.delete', subject, before: wordsOf(was) });
    await deps.bus.publish(trx, ANNOUNCEMENT_TOPIC, id);
  });
}
