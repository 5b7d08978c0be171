import { useEffect, useRef } from 'react';

/** A checkbox with a click target as tall as its row. `partly` shows the indeterminate state. */
export function Checkbox({
  label,
  value,
  checked,
  partly = false,
  onChange,
}: {
  label: string;
  /** For code that reads the checkboxes' values from the DOM. */
  value?: string;
  checked: boolean;
  partly?: boolean;
  /** `range` is true if Shift was held. */
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
