import { Icon } from '#client/ui/icon.tsx';

/** The specification's five questions; what the chat gives is said only where there is one. */
const questionsOf = (hasChatRole: boolean): [string, string][] => [
  [
    'Can I cancel anytime?',
    'Yes, at Patreon, with a few presses and without a reason. You keep access to the end of the period that you have paid for.',
  ],
  [
    'When do I get access?',
    `Instantly, once your Patreon account is connected here. Without connecting it you are found by your e-mail address, within 24 hours.${hasChatRole ? ' The chat role follows within 24 hours as well.' : ''}`,
  ],
  [
    'I make assets myself. Does Premium protect them?',
    'No. Leak protection for creators is a separate tier of its own. It is planned.',
  ],
  [
    'Is there a free trial?',
    'No, there is no free trial. Free resources show what to expect, and a single month is the smallest step.',
  ],
  [
    'Are new resources added?',
    'Yes, new resources are added regularly, and everything that is added while you are a member is yours to download.',
  ],
];

/** Questions and answers; they open and close without scripts. */
export function Questions({ hasChatRole }: { hasChatRole: boolean }) {
  return (
    <section aria-labelledby="questions-title" className="questions items-start md:grid md:gap-9">
      <h2 id="questions-title" className="display mb-6 text-h2">
        Frequently asked
      </h2>
      <div>
        {questionsOf(hasChatRole).map(([question, answer]) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lead font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Icon name="chevron" className="text-muted group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
