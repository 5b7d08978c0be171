import { Link } from 'react-router';
import { shortId } from '#client/kit/admin/admin-labels.ts';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { AUDIT_ACTIONS } from '#contract/admin/audit-actions.ts';
import { profilePath, resourcePath } from '#contract/paths.ts';

/** Label of an action in the filter: its phrase from AUDIT_ACTIONS, or its raw name if it has no phrase. */
export function actionLabel(action: string): string {
  const words = AUDIT_ACTIONS[action];
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : action;
}

const LONG_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

type Subject = AuditEntry['subject'];

/** Admin pages for subjects that have no page of their own. */
const PAGES: Partial<Record<string, string>> = {
  settings: '/admin/settings',
  text: '/admin/settings/texts',
  ad: '/admin/settings/extras',
  announcement: '/admin/settings/extras',
  discord: '/admin/settings/extras',
  badge: '/admin/settings/groups',
  forum: '/admin/settings/groups',
  'forum category': '/admin/settings/groups',
  'forum subcategory': '/admin/settings/groups',
  report: '/admin/reports',
};

const addressOf = ({ kind, id, label }: Subject): string | null => {
  if (kind === 'user') return label === null ? null : profilePath(label);
  if (kind === 'resource') return label === null ? null : resourcePath(id);
  return PAGES[kind] ?? null;
};

export function subjectLabel({ id, label }: Subject): string {
  return label ?? (LONG_ID.test(id) ? shortId(id) : id);
}

const SubjectName = ({ subject }: { subject: Subject }) => {
  const to = addressOf(subject);
  return to ? (
    <Link to={to} className="link">
      {subjectLabel(subject)}
    </Link>
  ) : (
    <span className={subject.label === null ? 'mono' : undefined}>{subjectLabel(subject)}</span>
  );
};

/** Describes the action without naming who did it. Actions without a phrase are shown with their raw names. */
export function AuditSentence({ entry: { action, subject } }: { entry: AuditEntry }) {
  const words = AUDIT_ACTIONS[action];
  return (
    <span className="wrap-anywhere">
      {words ?? (
        <>
          <code className="mono">{action}</code> {subject.kind}
        </>
      )}{' '}
      <SubjectName subject={subject} />
    </span>
  );
}
