import { objectRoute } from '@typecase/content/routes'
import type { CommentEvent } from '@typecase/contract/events'
import { readPeople } from '@typecase/content/people'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import {
  BucketEvents,
  type BucketStreamEvent,
  FactStore,
  Navigation,
  Toasts,
} from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { refreshComments } from './queries.ts'

/** Listens to comments in the current bucket: shows them, and notifies the user of mentions on any page. */
export function activate({ services }: ActivateContext): () => void {
  const [facts, events] = [services.get(FactStore), services.get(BucketEvents)]
  let slug: string | undefined
  let stop: (() => void) | undefined
  function follow(): void {
    const { 'route.bucketSlug': next, 'session.isLoggedIn': isLoggedIn } = facts.get()
    const target = isLoggedIn ? next : undefined
    if (target === slug) return
    stop?.()
    slug = target
    stop =
      target === undefined
        ? undefined
        : events.subscribe(target, (event) => void hear(services, target, event))
  }
  const unsubscribe = facts.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stop?.()
  }
}

async function hear(
  services: Services,
  bucketSlug: string,
  event: BucketStreamEvent,
): Promise<void> {
  // Comments do not change the bucket's version, so comments written before the stream was open are only found by
  // refetching.
  if (event.kind === 'open') return refreshComments(services)
  if (event.kind !== 'comment') return
  const me = services.get(FactStore).get()['session.userID']
  if (me !== undefined && event.user_id !== me && event.mentions.includes(me)) {
    await say(services, bucketSlug, event)
  }
  await refreshComments(services)
}

async function say(services: Services, bucketSlug: string, event: CommentEvent): Promise<void> {
  const people = await readPeople(services, bucketSlug)
  const { go } = services.get(Navigation)
  services.get(Toasts).show({
    message: `${people.name(event.user_id)} mentioned you in a comment.`,
    action: {
      label: 'View',
      run: () => void go(objectRoute, { params: { bucketSlug, objectID: event.object_id } }),
    },
  })
}
