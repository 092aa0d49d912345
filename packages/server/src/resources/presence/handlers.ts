import { setPresence } from '@typecase/contract/presence'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { readObject } from '../objects/store/store.ts'

export function routes({ db, presence, sessions }: App): Route[] {
  return [
    handle(setPresence, async ({ principal, body: { slug, tab_id, object_id, field } }) => {
      const access = await openBucket(db, principal, slug)
      if (object_id !== null) await readObject(db.read, access, object_id)
      const tab = { tabId: tab_id, objectId: object_id, field: field ?? null }
      const people = presence.set(
        access.bucketId,
        { userId: principal.userId, ...tab },
        (listener) => sessions.onEnd(principal.sessionHash, listener),
      )
      return { people }
    }),
  ]
}
