import { useState } from 'react';
import type { WorkOrder, WorkOrderPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { ActionButton } from '../../shared/action-button.tsx';
import { Icon } from '../../shared/icon.tsx';
import { ReasonModal } from '../../shared/reason-modal.tsx';
import { useChange } from '../../shared/use-change.ts';
import { workOrdersText } from '../../text/work-orders.ts';
import { useText } from '../../text.ts';

/** Done and cancel. Whether either may be done is said by the work order itself. */
export function Finish({ workOrder: { actions }, path }: { workOrder: WorkOrder; path: WorkOrderPath }) {
  const t = useText(workOrdersText);
  const [asking, setAsking] = useState<'done' | 'cancel'>();
  const close = () => setAsking(undefined);
  const done = useChange((comment: string) => change('POST', `${path}/done`, comment === '' ? {} : { comment }), {
    message: t.isDone,
    done: close,
  });
  const cancel = useChange((reason: string) => change('POST', `${path}/cancel`, { reason }), {
    message: t.isCancelled,
    done: close,
  });
  return (
    <>
      <ActionButton
        action={actions.cancel}
        variant="default"
        leftSection={<Icon name="cross" size={15} />}
        onClick={() => setAsking('cancel')}
      >
        {t.cancel}
      </ActionButton>
      <ActionButton
        action={actions.done}
        leftSection={<Icon name="check" size={15} />}
        onClick={() => setAsking('done')}
      >
        {t.done}
      </ActionButton>
      <ReasonModal
        opened={asking === 'done'}
        onClose={close}
        title={t.done}
        about={t.doneAbout}
        label={t.comment}
        required={false}
        confirm={t.done}
        busy={done.isPending}
        error={done.error}
        onConfirm={done.mutate}
      />
      <ReasonModal
        opened={asking === 'cancel'}
        onClose={close}
        title={t.cancel}
        about={t.cancelAbout}
        label={t.reason}
        required
        confirm={t.cancel}
        colour="red"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={cancel.mutate}
      />
    </>
  );
}
