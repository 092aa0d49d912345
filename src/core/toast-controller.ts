import type { Toast, Toasts } from '@typecase/ui/toast-queue'
import { atom } from 'jotai/vanilla'

import type { Atoms } from '../kernel/store.ts'

/** The queue of notifications. The first notification fetches its code. */
export interface ToastController {
  show(toast: Toast): { close(): void }
  /** Reports that a notification could not be shown. It stays in the queue and is tried again with the next one. */
  hide(): void
}

/** The queue that the notification region shows; undefined before the first notification. */
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
        // The next notification fetches the code again.
        () => (loading = undefined),
      )
      return { close: () => close() }
    },
  }
}
