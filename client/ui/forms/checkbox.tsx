import { useEffect, useRef } from 'react';

/** A checkbox with a click target as high as the row. `partly` shows the indeterminate state. */
export function Checkbox({
  label,
  value,
  checked,
  partly = false,
  onChange,
}: {
  label: string;
  /** The value, for code that reads the checkboxes from the page. */
  value?: string;
  checked: boolean;
  partly?: boolean;
  /** `range` is true while Shift is held. */
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
