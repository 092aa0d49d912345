import {
  getPluginSettings,
  MAX_SETTINGS,
  updatePluginSettings,
} from '@typecase/contract/plugin-settings'

import type { App } from '../../app.ts'
import { invalid, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { readSettings, saveSettings } from './store.ts'

export function routes({ db, clock }: App): Route[] {
  return [
    handle(getPluginSettings, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return readSettings(db.read, access, principal, query.plugin_id)
    }),

    handle(updatePluginSettings, async ({ principal, body, ifMatch, commit }) => {
      const { slug, plugin_id, data } = body
      const access = await openBucket(db, principal, slug)
      return commit(async (write) => {
        const before = await readSettings(write.db, access, principal, plugin_id)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const all = Object.entries({ ...before.settings, ...data })
        const settings = Object.fromEntries(all.filter(([, value]) => value !== null))
        if (Buffer.byteLength(JSON.stringify(settings)) > MAX_SETTINGS) {
          throw invalid(
            'data',
            `data must be at most ${MAX_SETTINGS} bytes together with what is stored`,
            'max',
          )
        }
        const after = { settings, rev: before.rev + 1 }
        await saveSettings(clock, write.db, access, principal, plugin_id, after)
        return after
      }, access)
    }),
  ]
}
