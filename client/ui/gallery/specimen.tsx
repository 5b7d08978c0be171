import type { ReactNode } from 'react';

/** One heading of the gallery with what belongs under it. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
