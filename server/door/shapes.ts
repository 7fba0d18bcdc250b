import Type from 'typebox';
import { anywhere, answersOf, beforeAnyPath, problem, type Headers } from '../ground/http/document/shapes.ts';
import { published } from '../ground/http/document/publish.ts';
import { text } from '../ground/http/document/fields.ts';

export const message = text(
  'What happened, for a person. It also names fields that the interface does not know and that were kept but not used.',
);

/** An answer that says what happened and has nothing else. */
export const messageOnly = ($id: string, description: string) => Type.Object({ message }, { $id, description });

export const replayedHeader: Headers = {
  'Idempotency-Replayed': {
    type: 'string',
    description: 'It is there, and true, where this is the first answer again.',
  },
};

export const findingsHeader: Headers = {
  'Doorway-Findings': {
    type: 'string',
    description:
      'The codes of the findings, gravest first, each once, separated by commas. It is missing if nothing was found.',
    examples: ['payee.bankgiro,sum.total'],
  },
};

/** Headers of the IETF draft, present if the service limits the rate of partners. */
export const rateHeaders: Headers = {
  RateLimit: {
    type: 'string',
    description: 'How many requests are left (r) and in how many seconds there are more (t), where there is a limit.',
    examples: ['"partner";r=49;t=1'],
  },
  'RateLimit-Policy': {
    type: 'string',
    description: 'How many requests (q) a partner has in so many seconds (w), where there is a limit.',
    examples: ['"partner";q=50;w=1'],
  },
};

export const lacksScope = (scope: string) =>
  problem(
    'The access token is valid but lacks the scope that this operation needs.',
    `This access token lacks the scope ${scope}. Ask the company for a token with this scope.`,
    {
      'WWW-Authenticate': { type: 'string', description: 'Bearer with error="insufficient_scope" and the scope.' },
    },
  );

export const problemsOfAll = {
  ...answersOf({ ...anywhere, ...beforeAnyPath }),
  401: problem(
    'The access token is missing, malformed, unknown, expired or revoked.',
    'The access token is missing. Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    {
      'WWW-Authenticate': { type: 'string', description: 'Bearer, with error="invalid_token" where a token was sent.' },
    },
  ),
  404: problem('The path is unknown.', 'This path does not exist. The reference documentation lists all paths.'),
};

/** For operations whose path names a record. */
export const recordUnknown = (noun: string) =>
  problem(
    `The path is unknown, or there is no such ${noun} that this partner may see.`,
    `There is no ${noun} with the id "019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88" that this partner has sent. Send the id from the answer to its creation.`,
  );

/** Words about a status, and the message of an example. */
export interface Example {
  description: string;
  message: string;
}

export const existingId: Headers = {
  'Doorway-Existing-Id': {
    type: 'string',
    description: 'What exists: the id that the service gave it, or the number of a supplier, percent-encoded.',
  },
};

export const keyHeader = {
  'idempotency-key': Type.Optional(
    Type.String({
      // Without blanks at its ends, which HTTP removes.
      ...published({ minLength: 1, pattern: String.raw`^[^\s\x00-\x1f\x7f]([^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?$` }),
      maxLength: 255,
      description:
        'Any text of your own, at most 255 characters, that stands for this one request. The same key with the same body replays the first answer, with the header Idempotency-Replayed; with another body it is a 409.',
    }),
  ),
};

export const ifMatchHeader = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag with which the record was read, or several; with or without W/. If the record has another one by now, nothing changes and the answer is a 412 with its present ETag. Without this header the change is made in any case. It needs the scope to read the record.',
    }),
  ),
};
