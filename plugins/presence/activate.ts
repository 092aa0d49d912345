import { readPeople } from '@typecase/content/people'
import { newId } from '@typecase/contract/ids'
import { PRESENCE_LASTS, type Present, setPresence } from '@typecase/contract/presence'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import {
  Announcer,
  Api,
  BucketEvents,
  type BucketStreamEvent,
  FactStore,
  Queries,
} from '@typecase/plugin-sdk/services'

import { arrivals } from './arrivals.ts'
import { type OpenObject, presenceKey } from './other-editors.ts'

/** Interval of repeated calls. A few may be lost before the server considers the tab closed. */
const REPEAT_EVERY = PRESENCE_LASTS / 5
/**
 * How long, in milliseconds, the focus stays in a field before others are notified, so that moving through a form
 * results in one call.
 */
const REST = 300

/** Reports the object that is open in this tab, and keeps the list of others who have it open. @returns stop */
export function activate({ services }: ActivateContext): () => void {
  const api = services.get(Api)
  const facts = services.get(FactStore)
  const queries = services.get(Queries)
  const tab_id = newId()
  let openObject: OpenObject | undefined
  let field: string | null = null
  let stopListening: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The queue of calls. Each call sends the state at the time of its execution. */
  let calls: Promise<unknown> = Promise.resolve()
  /** Number of events received. A response that an event has overtaken is outdated. */
  let eventCount = 0

  function tell(): void {
    clearTimeout(timer)
    if (!openObject) return
    timer = setTimeout(tell, REPEAT_EVERY)
    calls = calls.then(tellNow)
  }

  async function tellNow(): Promise<void> {
    if (!openObject) return
    const [announced, before] = [openObject, eventCount]
    const body = { slug: openObject.slug, tab_id, object_id: openObject.objectID, field }
    // If the call fails, others are notified by the next repetition.
    const answer = await api.call(setPresence, { body }).catch(() => undefined)
    if (answer && openObject === announced && eventCount === before) keep(answer.people)
  }

  function leave({ slug }: OpenObject, options?: { isLast: true }): void {
    const body = { slug, tab_id, object_id: null }
    const send = () => api.call(setPresence, { body }, options).catch(() => undefined)
    // A page that is closing cannot wait for the queue.
    calls = options ? send() : calls.then(send)
  }

  function keep(people: readonly Present[]): void {
    if (!openObject) return
    const key = presenceKey(openObject)
    const before = queries.getQueryData<readonly Present[]>(key) ?? []
    const others = people.filter((one) => one.tab_id !== tab_id)
    queries.setQueryData(key, others)
    void announce(openObject.slug, before, others)
  }

  async function announce(slug: string, before: readonly Present[], now: readonly Present[]) {
    const me = facts.get()['session.userID']
    const isOther = ({ user_id }: Present): boolean => user_id !== me
    const people = await readPeople(services, slug)
    const message = arrivals(before.filter(isOther), now.filter(isOther), field, people.name)
    if (message) services.get(Announcer).say(message)
  }

  function follow(): void {
    const [from, to] = [openObject, openObjectOf(facts.get())]
    if (from?.slug === to?.slug && from?.objectID === to?.objectID) return
    openObject = to
    field = to ? focusedField() : null
    if (from) queries.removeQueries({ queryKey: presenceKey(from) })
    if (from?.slug !== to?.slug) {
      stopListening?.()
      stopListening = to && services.get(BucketEvents).subscribe(to.slug, hear)
    }
    // Within a bucket, the call for the next object replaces this one.
    if (from && from.slug !== to?.slug) leave(from)
    tell()
  }

  function hear(event: BucketStreamEvent): void {
    if (event.kind !== 'presence' || event.object_id !== openObject?.objectID) return
    eventCount += 1
    keep(event.people)
  }

  /** Handles a change of focus. Others are notified when the focus stays in a field. */
  function noteFocus(): void {
    const next = focusedField()
    if (!openObject || next === field) return
    field = next
    clearTimeout(timer)
    timer = setTimeout(tell, REST)
  }

  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('focusin', noteFocus, { signal })
  // `document.activeElement` is the body only after this event.
  document.addEventListener('focusout', () => queueMicrotask(noteFocus), { signal })
  window.addEventListener('pagehide', () => openObject && leave(openObject, { isLast: true }), {
    signal,
  })
  window.addEventListener('pageshow', tell, { signal })
  const unsubscribe = facts.subscribe(follow)
  follow()
  return () => {
    controller.abort()
    unsubscribe()
    stopListening?.()
    clearTimeout(timer)
    if (openObject) leave(openObject)
  }
}

/** Returns the object on screen, unless it is new or the user may not read its bucket. */
function openObjectOf(facts: FactValues): OpenObject | undefined {
  const { 'route.bucketSlug': slug, 'route.objectID': objectID, 'bucket.role': role } = facts
  const isSaved = objectID !== undefined && objectID !== 'new'
  return slug !== undefined && isSaved && role ? { slug, objectID } : undefined
}

/** Returns the path of the focused field, which the editor sets as an attribute. */
const focusedField = (): string | null =>
  document.activeElement?.closest('[data-path]')?.getAttribute('data-path') ?? null
