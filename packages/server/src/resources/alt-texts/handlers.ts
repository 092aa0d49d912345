import { generateAltText, generateAltTexts, MAX_ALT_TEXTS } from '@typecase/contract/ai'

import { createAltTexts } from '../../ai/alt-text.ts'
import { nameInAddress } from '../../ai/pictures.ts'
import type { App } from '../../app.ts'
import { Failure, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { keepJobInput } from '../../jobs/job-input.ts'
import { aiOf } from '../billing/paid-ai.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { answerPlanOfEdit, assertNamesMedia } from '../media/edit-plans.ts'
import { mediaInScope, readMedia } from '../media/store.ts'
import { mediaWork } from '../media/media-kind.ts'
import { ALT_TEXTS, altTextKind, createAltTextJob } from './alt-text-job.ts'

export function routes(app: App): Route[] {
  const { db, jobs, ai, limits } = app
  const altTextOf = createAltTexts(app)
  createAltTextJob(app, altTextOf)

  return [
    handle(generateAltText, async ({ principal, body: { slug, media_id, url }, signal }) => {
      const access = await openBucket(db, principal, slug, 'media:write')
      if (media_id === undefined && url === undefined)
        throw invalid('media_id', 'media_id or url must be sent', 'required')
      // The id takes precedence, as a URL may belong to an earlier file.
      let name = nameInAddress(url ?? '')
      if (media_id !== undefined) {
        const media = (await readMedia(db.read, access, [media_id])).get(media_id)
        if (!media || media.deleted_at !== null) throw notFound('Media')
        ;({ name } = media)
      }
      ai.assertConfigured()
      await limits.count('ai', access.bucketId)
      const field = media_id === undefined ? 'url' : 'media_id'
      return {
        alt_text: await altTextOf(aiOf(app, access.bucketId), access.bucketId, name, field, signal),
      }
    }),

    handle(
      generateAltTexts,
      async ({ principal, body: { overwrite = false, ...scope }, ...call }) => {
        const access = await openBucket(db, principal, scope.slug, 'media:write')
        assertNamesMedia(scope)
        const params = { overwrite }
        if (scope.dry_run)
          return answerPlanOfEdit(app, call, access, { scope, kind: altTextKind, params })
        ai.assertConfigured()
        const ids = await mediaInScope(app, access, scope)
        if (ids.length > MAX_ALT_TEXTS)
          throw new Failure(
            'invalid',
            `At most ${MAX_ALT_TEXTS} media at a time: these are ${ids.length}.`,
          )
        return call.commit(
          async (write) => {
            const total = ids.length
            const title = mediaWork(altTextKind).title(params, total)
            const job = await jobs.enqueue(write, access, {
              kind: ALT_TEXTS,
              title,
              payload: null,
              total,
            })
            await keepJobInput(write.db, job.id, params, ids)
            return { job }
          },
          access,
          202,
        )
      },
    ),
  ]
}
