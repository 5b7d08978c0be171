import { useMemo } from 'react';
import { encode } from 'uqr';

/** SVG path for a QR code, with one unit square per dark module. */
const pathOf = (modules: boolean[][]): string =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** Set-up for an authenticator app: a QR code, a link for an app on this device, and the secret for manual entry. */
export function AuthenticatorCode({ uri, secret }: { uri: string; secret: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(uri, { border: 2 });
    return { size, path: pathOf(data) };
  }, [uri]);
  return (
    <div className="flex flex-wrap items-start gap-6">
      {/* Dark on white in both themes, because many apps cannot read inverted QR codes. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        className="size-44 flex-none rounded-md bg-[#fff] text-[#000]"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <div className="min-w-0 flex-1 basis-60">
        <p>Scan this with your authenticator app, or enter the key:</p>
        <p className="mono mt-2 rounded-sm bg-raised px-3 py-2 text-sm wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <p className="mt-2 text-sm">
          <a href={uri} className="link">
            Open the app on this device
          </a>
        </p>
      </div>
    </div>
  );
}
