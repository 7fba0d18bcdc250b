import { Badge } from '@mantine/core';
import { common } from '../text/common.ts';
import { named, useText } from '../text.ts';

/** Marks a file that nobody had seen when the invoice was decided. */
export function Late({ decision }: { decision: string }) {
  const t = useText(common);
  return (
    <Badge variant="dot" color="orange.6" tt="none" fw={550}>
      {named(t.late, decision)}
    </Badge>
  );
}
