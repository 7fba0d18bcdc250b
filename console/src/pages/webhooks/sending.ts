import { notifications } from '@mantine/notifications';
import type { WebhookDelivery } from '../../api/types.ts';
import { useChange } from '../../shared/form/use-change.ts';
import { useWords } from '../../shared/page/said.tsx';
import { ApiFailure } from '../../api.ts';
import { common } from '../../text/common.ts';
import { webhooksText } from './text.ts';
import { named, useText } from '../../text.ts';

export function useTypeName(): (type: string) => string {
  const t = useText(webhooksText);
  return (type) => (type === 'webhook.test' ? t.testType : named(t.typeNames, type));
}

/** Why an attempt failed, as a sentence without a full stop. */
export function useReason(): (delivery: Pick<WebhookDelivery, 'error' | 'status'>) => string {
  const t = useText(webhooksText);
  return ({ error, status }) => {
    if (error === 'status') return t.answered(status ?? 0);
    return error === 'redirect' ? t.redirected(status ?? 0) : named(t.errors, error ?? '');
  };
}

export function useSending<Input>(
  send: (input: Input) => Promise<Pick<WebhookDelivery, 'error' | 'status'>>,
  arrived: (status: number) => string,
) {
  const t = useText(webhooksText);
  const c = useText(common);
  const words = useWords();
  const reason = useReason();
  return useChange(
    async (input: Input) =>
      send(input).catch((error: unknown) => {
        const sentence = error instanceof ApiFailure ? (words.refusal(error.body) ?? error.message) : '';
        notifications.show({ message: sentence || c.unknownFailure, color: 'red' });
        throw error;
      }),
    {
      done: (delivery) =>
        delivery.error === null
          ? notifications.show({ message: arrived(delivery.status ?? 0), color: 'teal' })
          : notifications.show({ message: t.failed(reason(delivery)), color: 'orange' }),
    },
  );
}
