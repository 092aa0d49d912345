import type { BucketEvent } from '@typecase/contract/events'

type Listener = (event: BucketEvent) => void

/** Carries what happens in a bucket to whoever listens: open event streams and caches of this process. */
export interface BucketEvents {
  publish(bucketId: string, event: BucketEvent): void
  /**
   * @param onClose called when the server stops
   * @returns stops listening
   */
  subscribe(bucketId: string, listener: Listener, onClose?: () => void): () => void
  /** Lets every listener go, so that open streams do not hold up the stop of the server. */
  close(): void
}

export function createBucketEvents(): BucketEvents {
  const listeners = new Map<string, Set<Listener>>()
  const closers = new Set<() => void>()
  let isClosed = false
  return {
    publish(bucketId, event) {
      for (const listener of listeners.get(bucketId) ?? []) listener(event)
    },
    subscribe(bucketId, listener, onClose) {
      const known = listeners.get(bucketId) ?? new Set()
      listeners.set(bucketId, known.add(listener))
      if (onClose) closers.add(onClose)
      // A stream that was being opened while the server stops ends as the others do.
      if (isClosed) queueMicrotask(() => onClose?.())
      return () => {
        known.delete(listener)
        if (known.size === 0 && listeners.get(bucketId) === known) listeners.delete(bucketId)
        if (onClose) closers.delete(onClose)
      }
    },
    close() {
      isClosed = true
      for (const close of closers) close()
    },
  }
}
