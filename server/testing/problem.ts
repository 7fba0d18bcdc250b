import { expect } from 'vitest';
import { operatorErrorCodes, partnerErrorCodes } from './error-codes.ts';
import type { Answer } from './door.ts';

const codes: (string | null)[] = [...partnerErrorCodes, ...operatorErrorCodes];

/** `message` is part of the text. */
export function expectProblem(answer: Answer, status: number, message: string | RegExp = ''): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expectEnvelope(answer);
  expect(answer.body.message).toMatch(typeof message === 'string' ? new RegExp(literal(message)) : message);
}

export function expectEnvelope(answer: Answer): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  if (/\/operator\/v1(?:\/|$)/.test(answer.path ?? '')) expectData(answer);
  else expect(Object.keys(answer.body).sort()).toEqual(['message', 'traceId']);
  expect(answer.body.message).toMatch(/\S/);
  expect(answer.body.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(codes).toContain(answer.headers.get('doorway-error'));
  expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${answer.body.traceId}-[0-9a-f]{16}-[0-9a-f]{2}$`));
}

function expectData({ body: { traceId: _id, message: _message, problems = [], ...data }, headers }: Answer): void {
  expect(data).toEqual({ code: headers.get('doorway-error'), parameters: expect.any(Object) });
  for (const { line: _line, ...problem } of problems)
    expect(problem).toEqual({
      path: expect.any(String),
      code: expect.any(String),
      parameters: expect.any(Object),
      problem: expect.any(String),
    });
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
