import { Outlet } from '@tanstack/react-router'
import { getRegion, subscribeToRegion } from '@typecase/ui/format'
import { useSyncExternalStore } from 'react'

/** Within the router, around every page, public or not. Another region renders all of it again: any text may hold a number. */
export function RootView() {
  const region = useSyncExternalStore(subscribeToRegion, getRegion)
  return <Outlet key={region} />
}
