import { Alert } from '@mantine/core';
import { useCompany } from '../company.ts';
import { Icon } from '../shared/page/icon.tsx';
import { useText } from '../text.ts';
import { layout } from './text.ts';

/** Nobody should take a rehearsal for work. */
export function SandboxBanner() {
  const t = useText(layout);
  const sandbox = useCompany()?.sandboxOf;
  if (sandbox === undefined) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<Icon name="warning" />}
      title={t.sandbox(sandbox.company, sandbox.partner)}
      mb="md"
      role="note"
    >
      {t.sandboxAbout}
    </Alert>
  );
}
