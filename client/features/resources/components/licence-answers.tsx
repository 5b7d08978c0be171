import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { type LicenceAnswer, type LicenceQuestion, QUESTION_LABELS } from '#contract/resources/licences.ts';

const SIGNS = { yes: ['scope', 'check'], conditions: ['tungsten', 'info'], no: ['clip', 'close'] } as const;

/** A credit that is needed is a condition, and none is good news, so their signs differ from those of other answers. */
const signOf = (question: LicenceQuestion, answer: LicenceAnswer) =>
  SIGNS[question === 'credit' ? (answer === 'no' ? 'yes' : 'conditions') : answer];

const WORDS: Record<LicenceAnswer, string> = { yes: 'Yes', conditions: 'With conditions', no: 'No' };

/** One answer of a licence, as a row of a `dl`. Word and sign carry it; colour only helps. */
export function LicenceAnswerRow({
  question,
  answer,
  condition,
}: {
  question: LicenceQuestion;
  answer: LicenceAnswer;
  /** Shown instead of "With conditions". */
  condition?: string | undefined;
}) {
  const [colour, icon] = signOf(question, answer);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-1.5">
      <dt className="text-muted">{QUESTION_LABELS[question]}</dt>
      <dd className={classNames('tint inline-flex h-7 items-center gap-1.5 rounded-sm px-2', `c-${colour}`)}>
        <Icon name={icon} small />
        {(answer === 'conditions' && condition) || WORDS[answer]}
      </dd>
    </div>
  );
}
