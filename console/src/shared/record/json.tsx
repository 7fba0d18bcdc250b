import { Code } from '@mantine/core';
import { writeExact } from '../../exact.ts';

/** A value as JSON, with the digits as they came. Long lines are broken where asked for, and can be scrolled otherwise. */
export const Json = ({ value, broken = false }: { value: unknown; broken?: boolean }) => (
  <Code block tabIndex={0} {...(broken && { style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })}>
    {writeExact(value)}
  </Code>
);
