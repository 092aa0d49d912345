import type { Toast, Toasts } from '@typecase/ui/toast-queue'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** The queue of notifications, whose code is fetched with the first one. */
export interface ToastController {
  show(toast: Toast): { close(): void }
  /** What there is cannot be shown. It waits for the next notification, with which it is tried again. */
  hide(): void
}

/** What the region shows; undefined until there was something to show. */
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
