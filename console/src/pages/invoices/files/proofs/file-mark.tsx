import { Text } from '@mantine/core';
import type { InvoiceFile } from '../../../../api/types.ts';
import { gravestFirst, Severity } from '../../../../shared/record/severity.tsx';
import { useText } from '../../../../text.ts';
import { invoicesText } from '../../text.ts';
import { useProofs } from './proofs.tsx';

/** The number of findings that a file proves. */
export function FileMark({ file }: { file: InvoiceFile }) {
  const t = useText(invoicesText);
  const { proofs } = useProofs();
  const findings = proofs.filter((proof) => proof.file === file.id).map(({ finding }) => finding);
  const [gravest] = gravestFirst(findings);
  if (gravest === undefined) return null;
  return (
    <Text component="span" size="xs">
      <Severity severity={gravest.severity}>{t.findingsCount(findings.length)}</Severity>
    </Text>
  );
}
