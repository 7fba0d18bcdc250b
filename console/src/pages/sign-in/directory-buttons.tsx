import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { change, read } from '../../api.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';

export function useDirectories() {
  const { data } = useQuery({
    queryKey: ['directories'],
    queryFn: ({ signal }) => read('/session/directories', { signal, waits: false }),
    staleTime: Infinity,
    retry: false,
  });
  return data?.directories ?? [];
}

/** A long name of a directory takes a second line. */
export const wrapping = {
  h: 'auto',
  py: 5,
  styles: { label: { whiteSpace: 'normal', overflow: 'visible', lineHeight: 1.4 } },
} as const;

/** One button for each directory; nothing if there is none. */
export function DirectoryButtons({ next, invitation }: { next?: string | undefined; invitation?: string }) {
  const t = useText(signInText);
  const directories = useDirectories();
  const begin = useMutation({
    mutationFn: (id: string) =>
      change('POST', `/session/directories/${id}`, {
        ...(next !== undefined && { next }),
        ...(invitation !== undefined && { invitation }),
      }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
  if (directories.length === 0) return null;
  return (
    <Stack mt="xs">
      <Text ta="center" size="sm" c="dimmed">
        {t.or}
      </Text>
      {directories.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          {...wrapping}
          loading={begin.isPending && begin.variables === id}
          onClick={() => begin.mutate(id)}
        >
          {t.signInBy(name)}
        </Button>
      ))}
      {begin.error !== null && <Failure error={begin.error} title={t.failed} />}
    </Stack>
  );
}
