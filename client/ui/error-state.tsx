import type { ReactNode } from 'react';
import { StateBox } from './state-box.tsx';

/** Error state: a drawing of a broken clip, a heading, and what to do next. */
export function ErrorState(props: {
  title: string;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <StateBox
      {...props}
      role="alert"
      track={
        <>
          <i className="flex-3 rounded-sm bg-raised" />
          <i className="flex-1 rounded-sm bg-clip" />
          <i className="gap flex-5" />
        </>
      }
    />
  );
}
