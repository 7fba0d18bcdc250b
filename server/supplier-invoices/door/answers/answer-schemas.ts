import Type, { type Static } from 'typebox';
import { messageOnly } from '../../../door/shapes.ts';
import { exampleOf, requiredText } from '../../../ground/http/document/fields.ts';

const fields = {
  questionId: requiredText(
    'The id of the question, from reading the invoice back or from the event supplierinvoice.questioned.',
    '019a7c55-3b1e-7d20-a4c8-6f2e9b0d1a37',
  ),
  text: {
    ...requiredText(
      'The answer, at most 2,000 characters. Attach files to the invoice before you answer.',
      'The freight belongs to order 4711.',
    ),
    maxLength: 2_000,
  },
};

export const Answer = Type.Object(fields, {
  $id: 'Answer',
  description:
    'An answer to a question of the company. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(fields)],
});
export type Answer = Static<typeof Answer>;

export const answerIdentifiers = ['questionId'] as const;

export const AnswerReceived = messageOnly('AnswerReceived', 'The answer was received.');
export type AnswerReceived = Static<typeof AnswerReceived>;
