import { Code } from '@mantine/core';
import { writeExact } from '../../exact.ts';

/** Numbers keep every digit as received. Long lines scroll, or wrap if `broken` is set. */
export const Json = ({ value, broken = false }: { value: unknown; broken?: boolean }) => (
  <Code block tabIndex={0} {...(broken && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}>
    {writeExact(value)}
  </Code>
);
