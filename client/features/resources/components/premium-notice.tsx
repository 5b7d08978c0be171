import { Link } from 'react-router';
import type { DownloadRight } from '#client/features/resources/download-right.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';

/** Explains what users without Premium access need in order to download a resource (specification, section 6). */
export function PremiumNotice({ right }: { right: DownloadRight }) {
  return (
    <div>
      <section
        aria-label="Premium resource"
        className="flex items-center gap-3.5 rounded-lg border border-[color-mix(in_oklab,var(--tungsten)_45%,transparent)] bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--bg))] px-4.5 py-4"
      >
        <Icon name="lock" className="text-tungsten" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">Premium resource</p>
          <p className="text-muted">
            {right === 'sign-in'
              ? 'Please log in to download premium resources'
              : 'Upgrade to Premium to download this content'}
          </p>
        </div>
        <Link to="/premium" className={buttonClass({ className: 'max-sm:hidden' })}>
          See plans
        </Link>
      </section>
    </div>
  );
}
