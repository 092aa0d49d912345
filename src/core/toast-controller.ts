import type { Toast, Toasts } from '@typecase/ui/toast-queue'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** The queue of notifications, whose code is fetched with the first one. */
export interface ToastController {
  show(toast: Toast): { close(): void }
  /** The notification could not be shown. It waits for the next one, and is tried again with it. */
  hide(): void
}

/** The notifications of the region; undefined before the first one. */
export const toastsAtom = atom<Toasts | undefined>(undefined)

export function createToastController(atoms: Atoms): ToastController {
  let loading: Promise<Toasts> | undefined

  async function load(): Promise<Toasts> {
    const { createToasts } = await import('@typecase/ui/toast-queue')
    return createToasts()
  }

  return {
    hide: () => atoms.set(toastsAtom, undefined),
    show(toast) {
      let isClosed = false
      let close = (): void => void (isClosed = true)
      loading ??= load()
      loading.then(
        (toasts) => {
          if (isClosed) return undefined
          const key = toasts.show(toast)
          atoms.set(toastsAtom, toasts)
          close = () => toasts.close(key)
          return key
        },
        // The next notification fetches it again.
        () => (loading = undefined),
      )
      return { close: () => close() }
    },
  }
}
