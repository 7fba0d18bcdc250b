import type { Headers } from './shapes.ts';

const etag = '"6f5902ac237024bdd0c176cb93063dc4a1a0c6f0e7c5b3b1b0c2f0a9d4e8f7a6"';

/** Headers of a request for a file that can be read in ranges. */
export const rangeRequestHeaders: Headers = {
  range: {
    type: 'string',
    description:
      'One range of bytes, such as bytes=0-1023, bytes=1024- or bytes=-500. Several ranges, other units and broken syntax are ignored, and the whole file is sent.',
    examples: ['bytes=0-1023'],
  },
  'if-range': {
    type: 'string',
    description: 'The ETag of the part already read. If it is another one, or a date, the whole file is sent.',
    examples: [etag],
  },
  'if-none-match': {
    type: 'string',
    description: 'The ETag of a file that the caller has. If the file has it, the answer is a 304 without a body.',
    examples: [etag],
  },
};

const contentRange: Headers = {
  'Content-Range': {
    type: 'string',
    description: 'The bytes sent, and the size of the file.',
    examples: ['bytes 0-1023/146515'],
  },
};

export const rangeAnswerHeaders: Headers = {
  ETag: { type: 'string', description: 'The SHA-256 of the whole file, as hex in quotes.', examples: [etag] },
  'Accept-Ranges': { type: 'string', description: 'Always bytes.', examples: ['bytes'] },
};

/** Answers in addition to the whole file, which has the given formats. */
export const rangeAnswers = (formats: object) => ({
  206: {
    description: 'The range of bytes that was asked for.',
    headers: { ...rangeAnswerHeaders, ...contentRange },
    content: formats,
  },
  304: { description: 'The file has the ETag that was sent.', type: 'null', headers: rangeAnswerHeaders },
});

export const sizeInRange: Headers = {
  'Content-Range': { type: 'string', description: 'The size of the file.', examples: ['bytes */146515'] },
};
