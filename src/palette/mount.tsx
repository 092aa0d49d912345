import { useSyncExternalStore } from 'react'
import { useService } from '@typecase/plugin-sdk/react/services'

import { useCore } from '../core/core.tsx'
import { PaletteControl } from './controller.ts'
import { lazyPart } from '../core/lazy-part.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).default, 'The palette')

/** Renders the palette, once it was opened for the first time. */
export function PaletteMount() {
  const { toasts } = useCore()
  const palette = useService(PaletteControl)
  const { pages } = useSyncExternalStore(palette.state.subscribe, palette.state.get)

  function handleFailure(message: string) {
    const top = palette.state.get().pages.at(-1)
    palette.close()
    // Retry restores the query. Any other page belongs to a command, which is cancelled.
    const retry = top?.kind === 'search' && {
      action: { label: 'Retry', onAction: () => palette.open({ query: top.query }) },
    }
    toasts.show({ message, tone: 'error', ...retry })
  }

  return pages.length === 0 ? null : <Palette pages={pages} onFailure={handleFailure} />
}
