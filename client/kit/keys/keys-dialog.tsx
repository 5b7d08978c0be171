import { useEffect, useId, useState } from 'react';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { type KeyGroup, loadKeyGroups } from './key-groups.ts';
import { hasSingleKeys, setSingleKeys } from './single-keys.ts';
import './keys.css';

const SITE_KEYS: KeyGroup = {
  title: 'Everywhere',
  keys: [
    [['Ctrl K'], 'Search and commands; on a Mac, ⌘ K'],
    [['/'], 'Go to the search field of a list'],
    [['Esc'], 'Close what is open'],
    [['?'], 'Show these keys'],
  ],
};

const PALETTE_KEYS: KeyGroup = {
  title: 'Search and commands',
  keys: [
    [['↑', '↓'], 'Previous or next result'],
    [['Enter'], 'Open the result'],
    [['Ctrl Enter'], 'Open it in a new tab'],
    [['Tab'], 'Only results of this kind, or all again'],
  ],
};

const Group = ({ title, keys }: KeyGroup) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="keys-title">
        {title}
      </h3>
      <dl className="keys-list">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name} className="kbd">
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** All keys that work on the open page. Load this file on demand, because it includes Base UI. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [isOn, setOn] = useState(hasSingleKeys);
  const [ofPage, setOfPage] = useState<KeyGroup[]>([]);
  useEffect(() => {
    let left = false;
    if (open) void loadKeyGroups().then((groups) => left || setOfPage(groups));
    return () => {
      left = true;
    };
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      {[...ofPage, SITE_KEYS, PALETTE_KEYS].map((group) => (
        <Group key={group.title} {...group} />
      ))}
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
