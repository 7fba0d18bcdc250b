import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

interface Options<Answer, Input> {
  /** Shown to the reader once it is done. */
  message?: string | undefined;
  done?: ((answer: Answer, input: Input) => unknown) | undefined;
}

/**
 * Refreshes everything on the screen except the queue of invoices, which keeps its order while the reader works through
 * it.
 */
export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'queue' });

export function useChange<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  { message, done }: Options<Answer, Input> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      if (message !== undefined) notifications.show({ message, color: 'teal' });
      done?.(answer, input);
      await refresh(client);
    },
  });
}
