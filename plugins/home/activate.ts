import { readBucketSetting, saveBucketSetting } from '@typecase/plugin-sdk/bucket-settings'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Commands, FactStore, Storage } from '@typecase/plugin-sdk/services'

import { DONE, doneIn, LAST_BUCKET, watched } from './steps/steps.ts'

/** Stores the bucket that was used last, and the first steps that can only be recognised by their commands. */
export function activate({ services }: ActivateContext): () => void {
  const facts = services.get(FactStore)
  const storage = services.get(Storage)
  let last: string | undefined

  const stopFollowing = facts.subscribe(() => {
    const { 'route.bucketSlug': slug, 'bucket.role': role } = facts.get()
    // A role means that the bucket exists and the user may open it.
    if (slug === undefined || role === undefined || slug === last) return
    last = slug
    storage.set(LAST_BUCKET, slug)
  })

  async function note(slug: string, command: string): Promise<void> {
    const done = doneIn(await readBucketSetting(services, slug, DONE))
    if (!done.includes(command)) await saveBucketSetting(services, slug, DONE, [...done, command])
  }

  const stopObserving = services.get(Commands).observe({
    after({ command }, outcome) {
      const slug = facts.get()['route.bucketSlug']
      if (!outcome || outcome.failures || slug === undefined || !watched.includes(command)) return
      // A step that was not recorded can be done again.
      note(slug, command).catch(() => undefined)
    },
  })

  return () => {
    stopFollowing()
    stopObserving()
  }
}
