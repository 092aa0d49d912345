import { perspectiveKey, readPerspective } from '@typecase/content/perspective'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Storage } from '@typecase/plugin-sdk/services'

/** Publishes whether the open bucket is shown in a perspective other than its drafts. @returns stop */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  const facts = services.get(FactStore)
  let slug: string | undefined
  let stopFollowing = () => {}

  function state(): void {
    const isOther =
      slug !== undefined && readPerspective(storage.get(perspectiveKey(slug))).kind !== 'drafts'
    facts.set({ 'perspectives.isOther': isOther || undefined })
  }
  function follow(): void {
    const next = facts.get()['route.bucketSlug']
    if (next === slug) return
    slug = next
    stopFollowing()
    stopFollowing = slug === undefined ? () => {} : storage.subscribe(perspectiveKey(slug), state)
    state()
  }
  const unsubscribe = facts.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    stopFollowing()
    facts.set({ 'perspectives.isOther': undefined })
  }
}
