import { StatRow } from '#client/ui/charts/stat.tsx';
import { statLines } from './stat-lines.ts';

/** How many assets, editors and downloads the site has. */
export function SiteNumbers({ stats }: { stats: Parameters<typeof statLines>[0] }) {
  return (
    <div>
      <StatRow stats={statLines(stats)} />
    </div>
  );
}
