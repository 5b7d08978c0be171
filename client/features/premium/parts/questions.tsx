import { Icon } from '#client/ui/icon.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';

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
export const Questions = ({ hasChatRole }: { hasChatRole: boolean }) => (
  <section aria-labelledby="questions-title" className="questions">
    <SectionHeading id="questions-title">Frequently asked</SectionHeading>
    <div>
      {questionsOf(hasChatRole).map(([question, answer]) => (
        <details key={question}>
          <summary>
            {question}
            <Icon name="chevron" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
);
