import { PRESENCE_LASTS, type Present } from '@typecase/contract/presence'

import { MAX_PRESENCE_PER_BUCKET, MAX_PRESENCE_PER_USER } from '../../limits.ts'
import type { Clock } from '../../clock.ts'
import type { Messages } from '../../database/messages.ts'
import type { BucketEvents } from '../events/bucket-events.ts'

/** A tab with an open object, as it last reported. */
export interface OpenTab {
  userId: string
  tabId: string
  /** Null if no object is open. */
  objectId: string | null
  field: string | null
}

/** Calls a listener when something ends. @returns a function that unsubscribes */
type OnEnd = (listener: () => void) => () => void

/** The objects that users have open. Kept only in memory: after a restart every tab reports again. */
export interface Presence {
  /**
   * Records the open object of a tab.
   * @param onSessionEnd subscribes to the end of the tab's session, which closes the tab at once
   * @returns all users who have the same object open
   */
  set(bucketId: string, tab: OpenTab, onSessionEnd?: OnEnd): Present[]
  close(): void
}

const TOPIC = 'presence'
const SWEEP_EVERY = 5000

interface PresentTab extends OpenTab {
  at: number
  /** Stops waiting for the end of its session. */
  forget?: (() => void) | undefined
}

export function createPresence({
  clock,
  events,
  messages,
}: {
  clock: Clock
  events: Pick<BucketEvents, 'publishHere'>
  messages: Messages
}): Presence {
  /** Tabs by bucket, the one that has been silent longest first. */
  const buckets = new Map<string, Map<string, PresentTab>>()

  function peopleOn(bucketId: string, objectId: string | null): Present[] {
    if (objectId === null) return []
    return [...(buckets.get(bucketId)?.values() ?? [])]
      .filter((tab) => tab.objectId === objectId)
      .map(({ userId, tabId, field }) => ({ user_id: userId, tab_id: tabId, field }))
      .sort((a, b) => (a.tab_id < b.tab_id ? -1 : 1))
  }

  function publish(bucketId: string, objectIds: Iterable<string | null | undefined>): void {
    for (const objectId of new Set(objectIds)) {
      if (!objectId) continue
      const people = peopleOn(bucketId, objectId)
      events.publishHere(bucketId, { kind: 'presence', object_id: objectId, people })
    }
  }

  function drop(tabs: Map<string, PresentTab>, key: string): void {
    tabs.get(key)?.forget?.()
    tabs.delete(key)
  }

  function take(bucketId: string, tab: OpenTab, onSessionEnd?: OnEnd): void {
    const tabs = buckets.get(bucketId) ?? new Map<string, PresentTab>()
    buckets.set(bucketId, tabs)
    // Tabs choose their ids, so the key includes the user: no tab can report for another user's tab.
    const key = `${tab.userId}/${tab.tabId}`
    const before = tabs.get(key)
    drop(tabs, key)
    if (tab.objectId !== null) {
      const forget = onSessionEnd?.(() => set(bucketId, { ...tab, objectId: null }))
      tabs.set(key, { ...tab, at: clock.now(), forget })
    }
    const dropped = [
      ...beyond(MAX_PRESENCE_PER_BUCKET, [...tabs]),
      ...beyond(
        MAX_PRESENCE_PER_USER,
        [...tabs].filter(([, { userId }]) => userId === tab.userId),
      ),
    ]
    for (const [name] of dropped) drop(tabs, name)
    if (tabs.size === 0) buckets.delete(bucketId)
    const isNews = before?.objectId !== tab.objectId || before?.field !== tab.field
    const changed = isNews ? [before?.objectId, tab.objectId] : []
    publish(bucketId, [...changed, ...dropped.map(([, { objectId }]) => objectId)])
  }

  function sweep(): void {
    const oldest = clock.now() - PRESENCE_LASTS
    for (const [bucketId, tabs] of buckets) {
      const silent = [...tabs].filter(([, { at }]) => at < oldest)
      for (const [key] of silent) drop(tabs, key)
      if (tabs.size === 0) buckets.delete(bucketId)
      publish(
        bucketId,
        silent.map(([, { objectId }]) => objectId),
      )
    }
  }

  const timer = setInterval(sweep, SWEEP_EVERY).unref()
  messages.on(TOPIC, (body) => {
    // Messages of this topic come from `set` in another process, so the cast is safe.
    const { bucketId, tab } = body as { bucketId: string; tab: OpenTab }
    take(bucketId, tab)
  })

  function set(bucketId: string, tab: OpenTab, onSessionEnd?: OnEnd): Present[] {
    take(bucketId, tab, onSessionEnd)
    messages.send(TOPIC, { bucketId, tab })
    return peopleOn(bucketId, tab.objectId)
  }

  return {
    set,
    close: () => clearInterval(timer),
  }
}

const beyond = <T>(most: number, all: readonly T[]): readonly T[] =>
  all.slice(0, Math.max(0, all.length - most))
