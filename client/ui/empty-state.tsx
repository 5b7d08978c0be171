import type { ReactNode } from 'react';
import { StateBox } from './state-box.tsx';

/** Empty state: a drawing of a track with a gap, one sentence, and what to do next. `chips` appear below `actions`. */
export function EmptyState(props: {
  title: string;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
  chips?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <StateBox
      {...props}
      track={
        <>
          <i className="flex-3 rounded-sm bg-raised" />
          <i className="gap flex-2" />
          <i className="flex-4 rounded-sm bg-raised" />
        </>
      }
    />
  );
}
