import type { ReactNode } from 'react';

/** A section of the gallery: heading and specimens. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
