import { Outlet } from '@tanstack/react-router'
import { getRegion, subscribeToRegion } from '@typecase/ui/format'
import { useSyncExternalStore } from 'react'

/**
 * The root of all pages within the router, public or not. A change of the region renders all of it again, since any
 * text may contain a number.
 */
export function RootView() {
  const region = useSyncExternalStore(subscribeToRegion, getRegion)
  return <Outlet key={region} />
}
