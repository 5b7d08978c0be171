import { Icon } from '#client/ui/icon.tsx';

/** The five questions from the specification. The chat role is only mentioned if the site has one. */
const questionsOf = (hasChatRole: boolean): [string, string][] => [
  [
    'Can I cancel anytime?',
    'Yes, on Patreon, in a few clicks and without giving a reason. You keep access until the end of the period you paid for.',
  ],
  [
    'When do I get access?',
    `Instantly, once you connect your Patreon account here. Otherwise, we match your email address within 24 hours.${hasChatRole ? ' The chat role is added within 24 hours.' : ''}`,
  ],
  [
    "I'm a creator. Does Premium protect my assets?",
    'Not yet. Leak protection for creators is planned as a separate tier.',
  ],
  [
    'Is there a free trial?',
    'No, there is no free trial. Free assets show you what to expect, and you can subscribe for a single month.',
  ],
  [
    'Are new assets added?',
    'Yes, new assets are added regularly. Everything added while you are a member is yours to download.',
  ],
];

/** Questions and answers in <details> elements, which work without scripts. */
export function Questions({ hasChatRole }: { hasChatRole: boolean }) {
  return (
    <section aria-labelledby="questions-title" className="questions items-start md:grid md:gap-9">
      <h2 id="questions-title" className="display mb-6 text-h2">
        Frequently asked questions
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
