import { deleteBucket, getBucket, listBuckets, updateBucket } from '@typecase/contract/buckets'
import { listPeople } from '@typecase/contract/people'

import type { App } from '../../app.ts'
import { stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { pageOrigins } from '../../http/headers.ts'
import { countObjects } from '../object-types/object-counts.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { assertAddOn } from '../projects/add-ons.ts'
import { openBucket, openBuckets, readConsistently } from './bucket-access.ts'
import { bucketChanged } from './bucket-changed.ts'
import { bucketSlugTaken } from './create-bucket.ts'
import { eraseBucket } from './erase-bucket.ts'
import { replacedKeys, replaceKeys } from './former-keys.ts'
import { createPeople } from './people.ts'
import { assertPreviewSites } from './preview-sites.ts'
import { ensureDefault, freeBucketSlug, makeDefault, readBucket, saveBucket } from './store.ts'

export function routes(app: App): Route[] {
  const { db, clock } = app
  const peopleOf = createPeople(app)
  return [
    handle(getBucket, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return readConsistently(db, access, async () => {
        const counts = await countObjects(app, access)
        return { bucket: await readBucket(db.read, app, access, counts) }
      })
    }),

    handle(listBuckets, async ({ principal }) => {
      const accessible = await openBuckets(db, principal)
      const buckets = accessible.map(({ access, title, projectTitle }) => ({
        id: access.bucketId,
        slug: access.slug,
        title,
        project_title: projectTitle,
        role: access.role,
      }))
      return { buckets, total: buckets.length }
    }),

    handle(listPeople, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      return { people: await inTurn(() => peopleOf(access, signal)) }
    }),

    handle(updateBucket, async (call) => {
      const { principal, body, ifMatch } = call
      const access = await openBucket(db, principal, body.slug, 'bucket:settings')
      const sites = body.data.preview_sites
      if (sites) assertPreviewSites(sites, pageOrigins(call.request.server, app.settings))
      if (body.data.locales?.length) await assertAddOn(app, access, 'localization')
      const counts = await countObjects(app, access)
      return call.commit(async (write) => {
        const before = await readBucket(write.db, app, access, counts)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const { title, slug, thumbnail, settings, thin_revisions_after, locales, assistants } =
          body.data
        if (slug !== undefined && slug !== before.slug) {
          if ((await freeBucketSlug(write.db, slug)) !== slug) throw bucketSlugTaken()
        }
        await bucketChanged(app, write, access)
        await saveBucket(
          write.db,
          access,
          {
            title,
            slug,
            thumbnail,
            thin_revisions_after,
            locales,
            assistants,
            preview_sites: sites && JSON.stringify(sites),
            settings: settings && { ...before.settings, ...settings },
            ...switchesOf(body.data),
            ...(await replaceKeys(write.db, app, access, body.data)),
          },
          clock.iso(),
        )
        if (body.data.default) await makeDefault(write.db, access.bucketId)
        const { reset_api_access_keys: _, former_key_hours: hours, ...changed } = body.data
        const keys = replacedKeys(body.data)
        const scope = { bucketId: access.bucketId }
        if (keys.length > 0 || hours) {
          const details = { replaced: keys, former_key_hours: hours ?? {} }
          await audit(write, app, actorOf(call), { kind: 'bucket.keys', ...scope, details })
        }
        if (Object.keys(changed).length > 0) {
          const details = settings ? { ...changed, settings: Object.keys(settings) } : changed
          await audit(write, app, actorOf(call), { kind: 'bucket.update', ...scope, details })
        }
        return { bucket: await readBucket(write.db, app, access, counts) }
      }, access)
    }),

    handle(deleteBucket, async (call) => {
      const { principal, query } = call
      const access = await openBucket(db, principal, query.slug, 'bucket:settings')
      return call.commit(async (write) => {
        const { project } = await readBucket(write.db, app, access)
        await audit(write, app, actorOf(call), {
          kind: 'bucket.delete',
          bucketId: access.bucketId,
        })
        await eraseBucket(write.db, access.bucketId, clock.iso())
        await ensureDefault(write.db, project)
        return { message: 'Bucket deleted.' }
      }, 'serializable')
    }),
  ]
}

const SWITCHES = [
  'read_key_reads_drafts',
  'reads_without_key',
  'media_is_private',
  'media_keeps_location',
  'autosaves_drafts',
] as const
type Switches = { [name in (typeof SWITCHES)[number]]?: boolean }

/** Converts the switches that were sent to columns. */
const switchesOf = (data: Switches) =>
  Object.fromEntries(
    SWITCHES.flatMap((name) => (data[name] === undefined ? [] : [[name, Number(data[name])]])),
  )
