import { Outlet } from '@tanstack/react-router'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { type ComponentType, lazy, Suspense, useState } from 'react'

const load = async () => ({ default: (await import('./frame.tsx')).Frame })
let Loaded: ComponentType | undefined

/** Fetches the frame's code before it is needed. */
export async function loadFrame(): Promise<void> {
  Loaded ??= (await load()).default
}

/** The frame. Not part of the first load, since whoever signs in first does not see it. */
export function LazyFrame() {
  const { isLoggedIn } = useUser()
  // What is there is rendered at once: even a moment's waiting would be shown first.
  const [Frame] = useState(() => Loaded ?? lazy(load))
  // A guest comes here only to hear that there is no such page.
  if (!isLoggedIn) return <Outlet />
  return (
    <Suspense>
      <Frame />
    </Suspense>
  )
}
