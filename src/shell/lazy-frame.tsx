import { Outlet } from '@tanstack/react-router'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { lazy, Suspense } from 'react'

const load = () => import('./frame.tsx')
const Frame = lazy(async () => ({ default: (await load()).Frame }))

/** Fetches the frame's code before it is needed. */
export function preloadFrame(): void {
  void load()
}

/** The frame. Not part of the first load, since whoever signs in first does not see it. */
export function LazyFrame() {
  const { isLoggedIn } = useUser()
  // A guest comes here only to hear that there is no such page.
  if (!isLoggedIn) return <Outlet />
  return (
    <Suspense>
      <Frame />
    </Suspense>
  )
}
