import type { ReactNode } from 'react';

/** One section of the gallery: a heading and its specimens. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
