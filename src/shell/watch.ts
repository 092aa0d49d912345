import type { SessionService } from '@typecase/plugin-sdk/services'
import { BucketEvents, FactStore } from '@typecase/plugin-sdk/services'
import type { FactStoreService } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Publishes the session as facts. @returns stop */
export function watchSession(session: SessionService, facts: FactStoreService): () => void {
  function state(): void {
    const { isLoggedIn, hasEnded, data } = session.getSnapshot()
    facts.set({
      'session.isLoggedIn': isLoggedIn || undefined,
      'session.hasEnded': hasEnded || undefined,
      'session.isStaff': data?.is_staff || undefined,
      'session.userID': data?.id,
    })
  }
  state()
  return session.subscribe(state)
}

/** Listens to events of the current bucket, so that changes by others appear without a reload. @returns stop */
export function watchBucketEvents(services: Services): () => void {
  const facts = services.get(FactStore)
  const events = services.get(BucketEvents)
  let slug: string | undefined
  let leave: (() => void) | undefined

  function follow(): void {
    const { 'route.bucketSlug': next, 'bucket.role': role } = facts.get()
    // Without a role, the bucket is not available or no user is signed in.
    const target = role ? next : undefined
    if (target === slug) return
    leave?.()
    slug = target
    leave = target === undefined ? undefined : events.subscribe(target, () => undefined)
  }
  const stop = facts.subscribe(follow)
  return () => {
    stop()
    leave?.()
  }
}

/** Runs a function when the browser is idle. Safari does not report idle time, so a short delay replaces it. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 300)
}
