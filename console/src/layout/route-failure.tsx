import { Container } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { isMissingPart } from '../parts.ts';
import { Failure } from '../shared/page/failure.tsx';
import { NotAnswering } from './not-answering.tsx';

export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container size="sm" py="xl">
      {isMissingPart(error) ? <NotAnswering error={error} /> : <Failure error={error} retry={retry} />}
    </Container>
  );
}
