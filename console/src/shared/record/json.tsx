import { Code } from '@mantine/core';
import { writeExact } from '../../exact.ts';

/** A value as JSON, with numbers digit by digit as they came. Long lines scroll, or wrap if `broken` is set. */
export const Json = ({ value, broken = false }: { value: unknown; broken?: boolean }) => (
  <Code block tabIndex={0} {...(broken && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}>
    {writeExact(value)}
  </Code>
);
