import { queryOfDays, useAdminPanel } from '#client/features/admin/components/panel-state.ts';
import { LastUpdated } from '#client/features/admin/components/panel-tools.tsx';
import { type Settled, useSettled } from '#client/kit/admin/use-settled.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { serverStatsRead, siteStatsRead } from './dashboard-api.ts';
import { DaysButton } from './days-button.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { ServerCards } from './server-cards.tsx';

const Missing = ({ part, sentence }: { part: Settled<unknown>; sentence: string }) =>
  part.failure ? (
    <Message
      tone="error"
      action={
        <Button size="sm" onClick={part.retry}>
          Try again
        </Button>
      }
    >
      {sentence} {part.failure}
    </Message>
  ) : null;

/**
 * First section of the panel, with totals, charts and server status. If one of them fails to load, its error is shown instead.
 */
export function OverviewSection() {
  const { days } = useAdminPanel();
  const stats = useSettled(siteStatsRead(queryOfDays(days)));
  const server = useSettled(serverStatsRead);
  return (
    <div className="grid gap-3 lg:gap-4">
      <PageTitle
        className="mb-2"
        actions={
          <div className="flex items-center gap-2">
            <LastUpdated />
            <DaysButton className="sm:hidden" />
          </div>
        }
      >
        Dashboard
      </PageTitle>
      <Missing part={stats} sentence="Site statistics are unavailable." />
      {stats.data ? (
        <div
          className={`grid gap-3 lg:gap-4 ${stats.isBusy ? 'opacity-60' : ''}`}
          aria-busy={stats.isBusy || undefined}
        >
          <OverviewCards stats={stats.data} />
          <OverviewCharts stats={stats.data} note={days.label} />
        </div>
      ) : (
        !stats.failure && <div className="skeleton h-96 rounded-lg" aria-hidden="true" />
      )}
      <Missing part={server} sentence="Server status is unavailable." />
      {server.data ? (
        <ServerCards server={server.data} />
      ) : (
        !server.failure && <div className="skeleton h-28 rounded-lg" aria-hidden="true" />
      )}
    </div>
  );
}
