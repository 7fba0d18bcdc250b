import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { answerQuestion } from './answer-actions.ts';
import { Answer, answerIdentifiers } from './answer-schemas.ts';
import type { DoorDeps } from '../../../deps.ts';
import { idempotencyKey, messageFor, sendCreated } from '../../../door/create.ts';
import { createHeaders, createProblems, recordUnknown, success } from '../../../door/shapes.ts';
import { checkedBody } from '../../../ground/http/bodies/body.ts';
import { fingerprintOf } from '../../../ground/json/json.ts';
import { identifierOf } from '../../../identifiers.ts';

const received = 'Answer received.';

export function answerRoutes(app: FastifyInstance, deps: DoorDeps): void {
  app.post('/supplierinvoices/supplierinvoices/:id/answers', {
    config: { operation: 'answerQuestion' },
    attachValidation: true,
    preHandler: checkedBody(Answer, answerIdentifiers),
    schema: {
      operationId: 'answerQuestion',
      summary: 'Answer a question about a supplier invoice',
      description:
        'Answers a question that the company has asked about an invoice of yours. Reading the invoice back has its questions. A question is answered once. Files that belong to the answer are attached to the invoice as usual, before the answer, which brings the invoice back to the person who asked.',
      headers: createHeaders,
      params: Type.Object({ id: Type.String({ description: 'The id that the service gave the invoice.' }) }),
      body: Type.Ref('Answer'),
      response: {
        200: success(Type.Ref('AnswerReceived'), 'The answer was received.', { message: received }),
        ...createProblems(
          {
            description: 'The body is not valid, or the invoice has no such question.',
            message:
              'This invoice has no question with the id "4711". Read the invoice back, and send the id of one of its questions.',
          },
          {
            description:
              'The question was answered before; or a decision about the invoice has closed it; or the Idempotency-Key was used with another body.',
            message:
              'The question 019a7c55-3b1e-7d20-a4c8-6f2e9b0d1a37 was answered before; nothing differs from what was sent now.',
          },
        ),
        404: recordUnknown('supplier invoice'),
      },
    },
    handler: async (request, reply) => {
      const { call, partner } = request;
      const { id: invoiceId } = request.params as { id: string };
      const body = request.body as Answer;
      const message = messageFor(received, Answer, body);
      const answered = await answerQuestion(deps, partner, {
        invoiceId,
        questionId: identifierOf(body.questionId),
        answer: body.text,
        document: message === received ? undefined : call.text,
        message,
        traceId: request.id,
        key: await idempotencyKey(request, () =>
          fingerprintOf(`{"invoiceId":${JSON.stringify(invoiceId)},"body":${call.text}}`, partner.id),
        ),
      });
      return sendCreated(reply, answered);
    },
  });
}
