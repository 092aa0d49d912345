import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import type { Toast, Toasts } from '@typecase/ui/toast-queue'

import { createStore } from '../kernel/store.ts'

/** The queue of notifications, whose code is fetched with the first one. */
export interface ToastController {
  show(toast: Toast): { close(): void }
  /** What the region shows; undefined until there was something to show. */
  readonly get: () => Toasts | undefined
  readonly subscribe: Subscribe
  /** What there is cannot be shown. It waits for the next notification, with which it is tried again. */
  hide(): void
}

export function createToastController(): ToastController {
  const queue = createStore<Toasts | undefined>(undefined)
  let loading: Promise<Toasts> | undefined

  async function load(): Promise<Toasts> {
    const { createToasts } = await import('@typecase/ui/toast-queue')
    return createToasts()
  }

  return {
    get: queue.get,
    subscribe: queue.subscribe,
    hide: () => queue.set(undefined),
    show(toast) {
      let isClosed = false
      let close = (): void => void (isClosed = true)
      loading ??= load()
      loading.then(
        (toasts) => {
          if (isClosed) return undefined
          const key = toasts.show(toast)
          queue.set(toasts)
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
