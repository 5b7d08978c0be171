import { useState } from 'react';
import { DropPanel } from '#client/features/admin/components/drop-panel.tsx';
import { type PanelDays, USUAL_DAYS, useAdminPanel } from '#client/features/admin/components/panel-state.ts';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { CALENDAR } from '#client/ui/more-icons.ts';
import { CHART_MAX_DAYS } from '#contract/admin/limits.ts';
import { DAY_MS } from '#contract/durations.ts';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Range of the given number of days up to today, in UTC. */
const lastDays = (days: number, label: string): PanelDays => ({ from: dayOf(Date.now() - (days - 1) * DAY_MS), label });

/** Range of the last twelve months, as whole months including the current one. */
const lastYear = (): PanelDays => {
  const now = new Date();
  return { from: dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)), label: '12 months' };
};

const presets: { label: string; days: () => PanelDays }[] = [
  { label: '7 days', days: () => lastDays(7, '7 days') },
  { label: USUAL_DAYS.label, days: () => USUAL_DAYS },
  { label: '90 days', days: () => lastDays(90, '90 days') },
  { label: '12 months', days: lastYear },
];

/** Why a range is invalid; null if it is valid. */
const troubleOf = (from: string, to: string): string | null => {
  if (!from || !to) return 'Choose both dates.';
  if (from > to) return 'The start date must not be after the end date.';
  if (from > dayOf(Date.now())) return 'This date is in the future.';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > CHART_MAX_DAYS ? `Choose at most ${CHART_MAX_DAYS} days.` : null;
};

const DaysForm = ({ onChosen }: { onChosen: (days: PanelDays) => void }) => {
  const { days } = useAdminPanel();
  const [from, setFrom] = useState(days.from ?? '');
  const [to, setTo] = useState(days.to ?? dayOf(Date.now()));
  const [trouble, setTrouble] = useState<string | null>(null);
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const found = troubleOf(from, to);
        setTrouble(found);
        if (!found) onChosen({ from, to, label: `${adminDay(from)} to ${adminDay(to)}` });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField type="date" label="From" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField type="date" label="To" value={to} onChange={({ target }) => setTo(target.value)} />
      </div>
      {trouble && (
        <p role="alert" className="text-sm text-clip">
          {trouble}
        </p>
      )}
      <Button type="submit" variant="solid" size="sm">
        Show this range
      </Button>
    </form>
  );
};

/** Calendar button that selects the range of the charts. */
export function DaysButton({ onChosen, className }: { onChosen?: () => void; className?: string }) {
  const { days, setDays } = useAdminPanel();
  return (
    <DropPanel icon={CALENDAR} label={`Chart range: ${days.label}`} className={className ?? ''}>
      {(close) => {
        const choose = (next: PanelDays): void => {
          setDays(next);
          onChosen?.();
          close();
        };
        return (
          <div className="grid gap-4 p-4">
            <div className="flex flex-wrap gap-2">
              {presets.map((preset) => (
                <button
                  key={preset.label}
                  type="button"
                  className="pill"
                  aria-pressed={days.label === preset.label}
                  onClick={() => choose(preset.days())}
                >
                  {preset.label}
                </button>
              ))}
            </div>
            <DaysForm onChosen={choose} />
          </div>
        );
      }}
    </DropPanel>
  );
}
