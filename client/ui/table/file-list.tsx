import type { ReactNode } from 'react';

/** The file browser's panel. `bar` holds the back button, breadcrumbs and item count; rows are `FolderRow` and `FileRow`. */
export function FileList({ label, bar, children }: { label: string; bar: ReactNode; children: ReactNode }) {
  return (
    <section className="panel overflow-hidden" aria-label={label}>
      <div className="flex min-h-14 items-center gap-2 px-4 py-2">{bar}</div>
      <ul className="file-rows">{children}</ul>
    </section>
  );
}
