import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import type { Toast, Toasts } from '@typecase/ui/toast-queue'

import { createStore } from '../kernel/store.ts'

/** The queue of notifications, whose code is fetched with the first one. */
export interface ToastDoor {
  show(toast: Toast): { close(): void }
  /** What the region shows; undefined until there was something to show. */
  readonly get: () => Toasts | undefined
  readonly subscribe: Subscribe
  /** Takes away what cannot be shown. The next notification tries again. */
  reset(): void
}

export function createToastDoor(): ToastDoor {
  const queue = createStore<Toasts | undefined>(undefined)
  let loading: Promise<Toasts> | undefined

  async function load(): Promise<Toasts> {
    const { createToasts } = await import('@typecase/ui/toast-queue')
    const toasts = createToasts()
    queue.set(toasts)
    return toasts
  }

  return {
    get: queue.get,
    subscribe: queue.subscribe,
    reset() {
      queue.set(undefined)
      loading = undefined
    },
    show(toast) {
      let isClosed = false
      let close = (): void => void (isClosed = true)
      loading ??= load()
      loading.then(
        (toasts) => {
          if (isClosed) return undefined
          const key = toasts.show(toast)
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
