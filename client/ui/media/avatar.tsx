import type { CSSProperties } from 'react';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { hideIfFailed, hideOnError } from './hide-broken-image.ts';
import { textHue } from './text-hue.ts';

/**
 * A round profile picture, `size` px wide. Without a picture, or if it fails to load, shows the initial on a colour derived from
 * the name. Decorative unless `label` is given, because the name is almost always shown next to it.
 */
export function Avatar({
  name,
  src,
  size = 24,
  label,
}: {
  name: string;
  src?: string | null;
  size?: number;
  label?: string;
}) {
  const [initial = '?'] = name;
  return (
    <span className="avatar" style={{ '--s': `${size}px`, '--h': textHue(name) } as CSSProperties}>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
      <span aria-hidden="true">{initial.toUpperCase()}</span>
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          ref={hideIfFailed}
          onError={hideOnError}
        />
      )}
    </span>
  );
}
