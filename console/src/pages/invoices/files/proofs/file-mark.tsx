import { Text } from '@mantine/core';
import type { InvoiceFile } from '../../../../api/types.ts';
import { gravestFirst, Severity } from '../../../../shared/record/severity.tsx';
import { useText } from '../../../../text.ts';
import { invoicesText } from '../../text.ts';
import { documentText } from '../text.ts';
import { useProofs } from './proofs.tsx';

/** Damage of a file, and the number of findings that it proves. */
export function FileMark({ file }: { file: InvoiceFile }) {
  const t = useText(documentText);
  const { findingsCount } = useText(invoicesText);
  const { proofs } = useProofs();
  const findings = proofs.filter((proof) => proof.file === file.id).map(({ finding }) => finding);
  const [gravest] = gravestFirst(findings);
  return (
    <>
      {file.damaged !== undefined && <Mark severity="hold">{t.damaged[file.damaged]}</Mark>}
      {gravest !== undefined && <Mark severity={gravest.severity}>{findingsCount(findings.length)}</Mark>}
    </>
  );
}

const Mark = ({ severity, children }: { severity: string; children: string }) => (
  <Text component="span" size="xs">
    <Severity severity={severity}>{children}</Severity>
  </Text>
);
