import { Outlet } from '@tanstack/react-router'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { fetchModule, moduleOf } from '@typecase/plugin-sdk/module'
import { Suspense, use } from 'react'

const frame = { id: 'The frame', load: () => import('./frame.tsx') }

/** Fetches the frame's code before it is needed. */
export const loadFrame = () => fetchModule(frame, frame.id)

/** The frame. Not part of the first load, because the sign-in page does not use it. */
export function LazyFrame() {
  const { isLoggedIn } = useUser()
  // A guest only comes here if the page does not exist.
  if (!isLoggedIn) return <Outlet />
  return (
    <Suspense>
      <LoadedFrame />
    </Suspense>
  )
}

function LoadedFrame() {
  const { Frame } = use(moduleOf(frame, frame.id))
  return <Frame />
}
