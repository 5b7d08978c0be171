import { useId } from 'react';
import { Icon } from './icon.tsx';

export type ThemeName = 'dark' | 'light' | 'system';

const THEMES = [
  ['dark', 'Dark', 'moon'],
  ['light', 'Light', 'sun'],
  ['system', 'System', 'monitor'],
] as const;

/** Three radio buttons styled as a single switch. The caller stores and applies the selection. */
export function ThemeToggle({ value, onChange }: { value: ThemeName; onChange: (theme: ThemeName) => void }) {
  const name = useId();
  return (
    <fieldset className="theme-toggle">
      <legend className="sr-only">Theme</legend>
      {THEMES.map(([theme, label, icon]) => (
        <label key={theme} title={label}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={theme}
            checked={value === theme}
            onChange={() => onChange(theme)}
          />
          <Icon name={icon} small />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
