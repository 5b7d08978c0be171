import { Link } from 'react-router';
import { aboutRead } from '#client/features/admin/dashboard/dashboard-api.ts';
import { adminDay, adminTime } from '#client/kit/admin/admin-labels.ts';
import { useSettled } from '#client/kit/admin/use-settled.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { About } from '#contract/admin/dashboard.ts';

const Facts = ({ facts }: { facts: [name: string, value: string][] }) => (
  <dl className="grid gap-3">
    {facts.map(([name, value]) => (
      <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="text-muted">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

const providerNames = { google: 'Google login', discord: 'Discord login', patreon: 'Patreon' } as const;

/** Optional services, and whether they are configured. */
const setUpOf = (about: About): { name: string; isOn: boolean; note: string }[] => [
  {
    name: 'Email',
    isOn: about.mail === 'smtp',
    note: about.mail === 'smtp' ? 'sent through SMTP' : 'not sent, but saved to "outbox" in the data folder',
  },
  {
    name: 'Video and audio previews',
    isOn: about.mediaTools !== null,
    note: about.mediaTools ?? 'ffmpeg is not installed; images and LUTs still have previews',
  },
  ...Object.entries(providerNames).map(([key, name]) => {
    const isOn = about.providers.some((provider) => provider === key);
    return { name, isOn, note: isOn ? 'credentials are set' : 'credentials are not set in the environment' };
  }),
];

const Ways = ({ contact }: { contact: string | null }) => (
  <Panel title="Support">
    <ul className="grid gap-2.5">
      <li>
        <Link to="/wiki" className="link">
          Wiki
        </Link>{' '}
        <span className="text-muted">how the site works</span>
      </li>
      <li>
        <Link to="/toolbox" className="link">
          Helix Toolbox
        </Link>{' '}
        <span className="text-muted">this site's servers</span>
      </li>
      <li>
        <Link to="/admin/audit" className="link">
          Audit log
        </Link>{' '}
        <span className="text-muted">a record of admin actions</span>
      </li>
      <li>
        {contact === null ? (
          <span className="text-muted">
            No support contact is set. Add one in the{' '}
            <Link to="/admin/settings/extras" className="link">
              configuration
            </Link>
            .
          </span>
        ) : (
          <>
            Support contact shown to members: <span className="wrap-anywhere">{contact}</span>.
          </>
        )}
      </li>
    </ul>
  </Panel>
);

const context = { local: 'local', s3: 'S3-compatible storage', gcs: 'Google Cloud Storage' } as const;

const storageLine = ({ kind, free, total }: About['storage']): string =>
  free === null || total === null
    ? context[kind]
    : `${context[kind]}, ${formatBytes(free)} of ${formatBytes(total)} free`;

const Told = ({ about }: { about: About }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Panel title="This site">
      <Facts
        facts={[
          ['Version', about.version],
          ['Last updated', about.builtAt ? adminDay(about.builtAt) : 'not built'],
          ['Running since', `${adminTime(about.runtime.startedAt)} UTC`],
          ['Runtime', `Node.js ${about.runtime.node} on ${about.runtime.platform}, ${about.runtime.mode}`],
          [
            'Database',
            `PostgreSQL ${about.database.version}, ${about.database.kind}, ${formatBytes(about.database.bytes)}`,
          ],
          ['Migrations', `${about.database.migrations}, latest ${about.database.lastMigration}`],
          ['Storage', storageLine(about.storage)],
        ]}
      />
    </Panel>
    <Panel title="Services">
      <ul className="grid gap-3.5">
        {setUpOf(about).map(({ name, isOn, note }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{name}</span>
            <Badge tone={isOn ? 'scope' : 'muted'}>{isOn ? 'set up' : 'not set up'}</Badge>
            <span className="basis-full text-sm text-muted wrap-anywhere">{note}</span>
          </li>
        ))}
      </ul>
    </Panel>
    <Ways contact={about.supportContact} />
  </div>
);

/** Help & Support: version and services of this site, with links to further help. */
export function HelpSection() {
  const about = useSettled(aboutRead);
  return (
    <>
      <PageTitle className="mb-6">Help & Support</PageTitle>
      {about.failure && (
        <Message
          tone="error"
          className="mb-4"
          action={
            <Button size="sm" onClick={about.retry}>
              Try again
            </Button>
          }
        >
          {about.failure}
        </Message>
      )}
      {about.data ? (
        <Told about={about.data} />
      ) : (
        !about.failure && <div className="skeleton h-96 rounded-lg" aria-hidden="true" />
      )}
    </>
  );
}
