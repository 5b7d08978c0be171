import { useState } from 'react';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { hasSingleKeys, setSingleKeys } from './single-keys.ts';

const KEYS: [string[], string][] = [
  [['Space', 'K'], 'Play or pause'],
  [['↑', '↓'], 'Previous or next file'],
  [['←', '→'], 'Back or forward; in a LUT, move the divider; turn a 3D model'],
  [[',', '.'], 'One frame back or forward'],
  [['J', 'L'], 'Slower or faster'],
  [['I', 'O'], 'Start or end the loop here'],
  [['Shift L'], 'Loop on or off'],
  [['A'], 'Matte alone'],
  [['B'], 'Hold to see the picture without the LUT'],
  [['1', '6'], 'Plates of a LUT'],
  [['[', ']'], 'Weaker or stronger LUT'],
  [['C'], 'Compare two LUTs'],
  [['S'], 'Scopes'],
  [['+', '-', '0'], 'Zoom a 3D model, or reset the view'],
  [['M'], 'Mute'],
  [['F'], 'Full screen'],
  [['X'], 'Select the file'],
  [['D'], 'Download the file'],
  [['?'], 'Show these keys'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <Dialog open onOpenChange={onClose} title="Keys">
      <dl className="stage-keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setOn(currentTarget.checked);
            setSingleKeys(currentTarget.checked);
          }}
        />
        Use single letters as keys on this device
      </label>
    </Dialog>
  );
}
