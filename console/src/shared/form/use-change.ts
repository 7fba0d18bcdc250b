import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

interface Outcome<Answer, Input> {
  /** A sentence for the reader once it is done. */
  message?: string;
  done?: (answer: Answer, input: Input) => unknown;
}

/** Asks for everything again, but for the queue of what somebody is deciding on: that stays as it was when they began. */
export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'queue' });

/** Something that changes a record. Whatever is on the screen is asked for again afterwards. */
export function useChange<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  { message, done }: Outcome<Answer, Input> = {},
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
