import { Outlet } from '@tanstack/react-router';

export const Root = () => <Outlet />;
