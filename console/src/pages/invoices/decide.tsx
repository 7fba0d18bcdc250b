import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { ActionButton } from '../../shared/action-button.tsx';
import { Icon } from '../../shared/icon.tsx';
import { ReasonModal } from '../../shared/reason-modal.tsx';
import { useChange } from '../../shared/use-change.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';

/** Approve and reject. Whether either may be done is said by the invoice itself. */
export function Decide({ invoice: { actions }, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(invoicesText);
  const [asking, setAsking] = useState<'approve' | 'reject'>();
  const close = () => setAsking(undefined);
  const approve = useChange((comment: string) => change('POST', `${path}/approve`, comment === '' ? {} : { comment }), {
    message: t.approved,
    done: close,
  });
  const reject = useChange((reason: string) => change('POST', `${path}/reject`, { reason }), {
    message: t.rejected,
    done: close,
  });
  return (
    <>
      <ActionButton
        action={actions.reject}
        variant="default"
        leftSection={<Icon name="cross" size={15} />}
        onClick={() => setAsking('reject')}
      >
        {t.reject}
      </ActionButton>
      <ActionButton
        action={actions.approve}
        leftSection={<Icon name="check" size={15} />}
        onClick={() => setAsking('approve')}
      >
        {t.approve}
      </ActionButton>
      <ReasonModal
        opened={asking === 'approve'}
        onClose={close}
        title={t.approve}
        about={t.approveAbout}
        label={t.comment}
        required={false}
        confirm={t.approve}
        busy={approve.isPending}
        error={approve.error}
        onConfirm={approve.mutate}
      />
      <ReasonModal
        opened={asking === 'reject'}
        onClose={close}
        title={t.reject}
        about={t.rejectAbout}
        label={t.reason}
        required
        confirm={t.reject}
        colour="red"
        busy={reject.isPending}
        error={reject.error}
        onConfirm={reject.mutate}
      />
    </>
  );
}
