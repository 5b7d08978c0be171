import { useEffect, useRef } from 'react';

/** A box to tick, in a target of the row's height. `partly` shows that some of what it stands for is chosen. */
export function Checkbox({
  label,
  value,
  checked,
  partly = false,
  onChange,
}: {
  label: string;
  /** What it stands for, for whoever reads the boxes from the page. */
  value?: string;
  checked: boolean;
  partly?: boolean;
  /** `range` is true with the shift key held. */
  onChange: (checked: boolean, range: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly && !checked;
  }, [partly, checked]);
  return (
    <label className="check">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        autoComplete="off"
        value={value}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onChange(currentTarget.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
}
