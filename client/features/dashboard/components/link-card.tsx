import type { ReactNode } from 'react';
import { buttonClass } from '#client/ui/forms/button.tsx';

/**
 * Card of a third-party account, with its name, status lines and an action. `aside` is shown next to the name; `note` is an
 * additional message.
 */
export function LinkCard({
  title,
  aside,
  lines,
  note,
  action,
}: {
  title: string;
  aside?: ReactNode;
  lines: string[];
  note?: string | null;
  action: ReactNode;
}) {
  return (
    <li className="panel col-span-2 flex min-w-0 flex-col justify-between gap-4 p-5 sm:col-span-3! lg:col-span-1!">
      <div className="min-w-0">
        <div className="flex h-5.5 items-center justify-between gap-2">
          <h2 className="text-base font-normal text-muted">{title}</h2>
          <span className="flex items-center gap-1">{aside}</span>
        </div>
        {lines.map((line) => (
          <p key={line} className="mt-1 truncate first-of-type:font-semibold" title={line}>
            {line}
          </p>
        ))}
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      </div>
      {action}
    </li>
  );
}

/** A plain link rather than a router link, because it leads to the provider's site. */
export function ConnectLink({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} className={buttonClass({ block: true })}>
      Connect {name}
    </a>
  );
}
