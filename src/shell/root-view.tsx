import { Outlet } from '@tanstack/react-router'

/** Within the router, around every page, public or not. */
export function RootView() {
  return <Outlet />
}
