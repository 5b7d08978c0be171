import { describe, expect, it } from 'vitest';
import { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { combineLicences, LICENCE_QUESTIONS, licenceOf } from './licences.ts';

const item = (licence: string | null, title = licence ?? 'none') => ({ title, licence });
const answersOf = (...names: (string | null)[]) =>
  Object.fromEntries(
    combineLicences(names.map((name) => item(name))).map(({ question, answer }) => [question, answer]),
  );

describe('the table of licences', () => {
  it.each(UPLOAD_LICENCES)('answers every question for %s', (name) => {
    expect(Object.keys(licenceOf(name)?.answers ?? {})).toEqual([...LICENCE_QUESTIONS]);
    expect(answersOf(name)).toEqual(licenceOf(name)?.answers);
  });

  it('says what a condition is wherever there is one', () => {
    for (const name of UPLOAD_LICENCES) {
      const { answers, condition } = licenceOf(name) ?? { answers: {}, condition: '' };
      expect([name, Object.values(answers).includes('conditions')]).toEqual([name, condition !== '']);
    }
  });
});

describe('several licences together', () => {
  it('allow what the strictest of them allows', () => {
    expect(answersOf('CC0', 'CC BY 4.0', 'Helix Standard')).toEqual({
      clientWork: 'yes',
      monetised: 'yes',
      credit: 'yes',
      redistribution: 'no',
      aiTraining: 'no',
    });
    expect(answersOf('CC0', 'CC BY-NC 4.0')).toMatchObject({ clientWork: 'no', redistribution: 'conditions' });
  });

  it('name the assets that cause an answer', () => {
    const found = combineLicences([item('CC0'), item('CC BY 4.0'), item('Helix Standard'), item('CC BY 4.0', 'other')]);
    const causes = Object.fromEntries(found.map((each) => [each.question, each.causes.map(({ title }) => title)]));
    expect(causes).toEqual({
      clientWork: [],
      monetised: [],
      credit: ['CC BY 4.0', 'other'],
      redistribution: ['Helix Standard'],
      aiTraining: ['Helix Standard'],
    });
  });

  it('allow nothing if one of them is not stated or not known', () => {
    for (const name of [null, 'GPL']) {
      expect(answersOf('CC0', name)).toEqual({
        clientWork: 'no',
        monetised: 'no',
        credit: 'yes',
        redistribution: 'no',
        aiTraining: 'no',
      });
    }
  });

  it('allow everything if there are none', () => {
    expect(answersOf()).toEqual(licenceOf('CC0')?.answers);
  });
});
