import { lazy, Suspense, useSyncExternalStore } from 'react'

import { useCore } from '../shell/core.tsx'

const Palette = lazy(() => import('./palette.tsx'))

/** The palette, once it was opened for the first time. */
export function PaletteMount() {
  const { palette } = useCore()
  const { pages } = useSyncExternalStore(palette.state.subscribe, palette.state.get)
  return pages.length === 0 ? null : (
    <Suspense fallback={null}>
      <Palette pages={pages} />
    </Suspense>
  )
}
