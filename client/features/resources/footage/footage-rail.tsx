import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { RAIL_ID } from '#client/features/resources/stage/offers/rail.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ResourceFile } from '#contract/resources/api.ts';
import { useFootage } from './footage-store.ts';
import { FitList } from './layers/fit-list.tsx';

const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2';

const KEPT = {
  true: 'Kept in this browser until you remove it',
  false: 'Used until you close this page',
  null: 'Storing it in this browser',
};

/** Panels beside the stage about the person's footage, on pages that have room for them. */
export function FootageRail({ file }: { file: ResourceFile }) {
  const { footage, isKept } = useFootage('main');
  const [rail, setRail] = useState<HTMLElement | null>(null);
  useEffect(() => setRail(document.getElementById(RAIL_ID)), []);
  if (!rail || !footage) return null;
  return createPortal(
    <>
      <Panel title="Your footage" className="max-md:order-5">
        <p className="text-sm text-muted">
          Your browser plays it from your disk. Nothing is uploaded, and nothing of it leaves this device.
        </p>
        <p className="message c-daylight mt-3">
          <Icon name={CLOCK} small />
          {KEPT[`${isKept}`]}
        </p>
        <p className="mt-3 text-sm text-muted">
          LUTs, overlays, transitions, titles, and sounds open with it while it’s here.
        </p>
      </Panel>
      <FitList footage={footage} preview={file.preview} facts={file.facts} />
    </>,
    rail,
  );
}
