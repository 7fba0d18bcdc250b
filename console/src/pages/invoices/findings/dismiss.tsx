import { useState } from 'react';
import type { InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useAllowed } from '../../../company.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { ReasonModal } from '../../../shared/form/reason-modal.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { common } from '../../../text/common.ts';
import { findingsText } from '../../../text/findings.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import type { Finding } from './places.ts';

/** Dismisses a finding, with a reason. */
export function Dismiss({ finding: { code, place }, path }: { finding: Finding; path: InvoicePath }) {
  const t = useText(findingsText);
  const c = useText(common);
  const name = named(useText(rulesText).names, code);
  const allowed = useAllowed('decide');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const dismiss = useChange(
    (reason: string) => change('POST', `${path}/findings/${String(place)}/dismiss`, { reason }),
    {
      message: t.dismissed,
      done: close,
    },
  );
  return (
    <>
      <ActionButton
        action={allowed}
        variant="default"
        size="compact-sm"
        aria-label={t.dismissOf(name)}
        onClick={() => setAsking(true)}
      >
        {t.dismiss}
      </ActionButton>
      <ReasonModal
        opened={asking}
        onClose={close}
        title={t.dismissOf(name)}
        about={t.dismissAbout}
        label={c.reason}
        required
        confirm={t.dismiss}
        busy={dismiss.isPending}
        error={dismiss.error}
        onConfirm={dismiss.mutate}
      />
    </>
  );
}
