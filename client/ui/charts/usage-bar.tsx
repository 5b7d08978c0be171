const WARNING_PERCENT = 70;
const DANGER_PERCENT = 90;

/** Green up to 70 percent, yellow up to 90, red above (specification, section 9). */
export function usageTone(percent: number): 'scope' | 'tungsten' | 'clip' {
  return percent > DANGER_PERCENT ? 'clip' : percent > WARNING_PERCENT ? 'tungsten' : 'scope';
}

const FILLS = { scope: 'bg-scope', tungsten: 'bg-tungsten', clip: 'bg-clip' } as const;

export function UsageBar({ label, percent }: { label: string; percent: number }) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers don't all allow styling <meter> with these colours
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 10) / 10}
      aria-valuetext={`${shown.toFixed(1)}%`}
      className="h-1.5 overflow-hidden rounded-sm bg-raised"
    >
      <div className={`h-full rounded-sm ${FILLS[usageTone(percent)]}`} style={{ width: `${shown}%` }} />
    </div>
  );
}
