import type { ReactNode } from 'react';

/** Panel for empty and error states: a drawing of a track, a heading, a sentence and what to do next. */
export function StateBox({
  title,
  heading: Heading = 'h2',
  role,
  track,
  children,
  chips,
  actions,
}: {
  title: string;
  heading?: 'h1' | 'h2' | 'h3';
  role?: 'alert';
  track: ReactNode;
  children?: ReactNode;
  chips?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="panel flex flex-col items-center gap-3.5 px-5 py-14 text-center" role={role}>
      <div className="mb-2 flex h-11 w-full max-w-105 gap-0.75" aria-hidden="true">
        {track}
      </div>
      <Heading className="display text-state">{title}</Heading>
      {children && <div className="max-w-[44ch] text-muted wrap-anywhere">{children}</div>}
      {actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
      {chips && <div className="mt-3 flex flex-wrap justify-center gap-2">{chips}</div>}
    </div>
  );
}
