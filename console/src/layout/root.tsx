import { Outlet } from '@tanstack/react-router';
import { SignInAgain } from './sign-in-again.tsx';

export const Root = () => (
  <>
    <Outlet />
    <SignInAgain />
  </>
);
