import { Avatar } from '#client/ui/avatar.tsx';
import { DemoMark } from '#client/ui/demo-mark.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { PremiumFacts } from '#contract/premium.ts';

const SHOWN = 3;

/** What members have said; the site makes nobody up, so without any there is no such part. */
export const Testimonials = ({ testimonials, isDemo }: Pick<PremiumFacts, 'testimonials' | 'isDemo'>) => {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="testimonials-title">
      <SectionHeading id="testimonials-title" actions={isDemo.testimonials && <DemoMark />}>
        From the edit desk
      </SectionHeading>
      <ul className="testimonials">
        {testimonials.slice(0, SHOWN).map(({ name, about, text }) => (
          <li key={`${name} ${text}`} className="panel">
            <figure>
              <blockquote>
                <p>{text}</p>
              </blockquote>
              <figcaption>
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
};
