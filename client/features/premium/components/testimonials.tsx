import { DemoMark } from '#client/ui/demo-mark.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';

const SHOWN = 3;

/** Quotes from members. They are never made up, so the section is hidden if there are no quotes. */
export function Testimonials({ testimonials, isDemo }: Pick<PremiumFacts, 'testimonials' | 'isDemo'>) {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="testimonials-title">
      <div className="mb-6 flex items-center justify-between gap-4">
        <h2 id="testimonials-title" className="display text-h2">
          What editors say
        </h2>
        {isDemo.testimonials && <DemoMark />}
      </div>
      <ul className="grid gap-5 md:grid-cols-3">
        {testimonials.slice(0, SHOWN).map(({ name, about, text }) => (
          <li key={`${name} ${text}`} className="panel">
            <figure className="flex h-full flex-col justify-between gap-6 p-5 md:p-7">
              <blockquote className="text-lead wrap-anywhere">
                <p>{text}</p>
              </blockquote>
              <figcaption className="flex items-center gap-3">
                <Avatar name={name} size={40} />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold">{name}</span>
                  <span className="text-sm text-muted">{about}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
