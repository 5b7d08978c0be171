import { useState } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { MarkerEditorProps } from './marker-editor.tsx';
import './markers.css';

const MarkerEditor = lazyPart(() => import('./marker-editor.tsx').then((file) => file.MarkerEditor), {
  waiting: <div className="markers-body" />,
});

/** Markers of a sound. The editor loads when it is first opened. */
export function MarkersPart({ label = 'Markers', ...props }: MarkerEditorProps & { label?: string }) {
  const [hasOpened, setOpened] = useState(false);
  return (
    <details className="markers" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary onPointerEnter={() => void MarkerEditor.preload()}>
        {label}
        <Icon name="chevron" small className="ml-auto" />
      </summary>
      {hasOpened && <MarkerEditor {...props} />}
    </details>
  );
}
