import { deleteMedia, insertMedia, updateMedia } from '@typecase/contract/content-writes'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { addMedia, assertRoomForFile } from '../../resources/media-upload/add-media.ts'
import {
  type ReceivedMedia,
  withReceivedMedia,
} from '../../resources/media-upload/receive-media.ts'
import { deleteKind } from '../../resources/media/edit-media.ts'
import { mediaWork } from '../../resources/media/media-kind.ts'
import { readMedia } from '../../resources/media/store.ts'
import { editOf, editOneMedia } from '../../resources/media/update-media.ts'
import { withClientFieldNames } from '../client-field-names.ts'
import { openByKey, triggering } from '../open-by-key.ts'

/** The routes for writing media with the write key. The writes are those of the dashboard. */
export function writeRoutes(app: App): Route[] {
  return [
    handle(insertMedia, async ({ principal, params, request, signal }) => {
      const bucketAccess = openByKey(principal, params.slug, 'published')
      await assertRoomForFile(app, bucketAccess)
      const only = { field: 'media', most: 1 }
      const work = async ({ files, fields }: ReceivedMedia) => {
        const access = triggering(bucketAccess, fields.trigger_webhook)
        const adding = { access, field: only.field, fields, signal }
        const [media] = await addMedia(app, adding, files)
        if (!media) throw notFound('Media')
        return { media }
      }
      return withReceivedMedia(app, request, insertMedia, work, only)
    }),

    handle(updateMedia, ({ principal, params: { slug, id }, body, commit }) => {
      const { write_key: _key, trigger_webhook, ...data } = body
      const access = triggering(openByKey(principal, slug, 'published'), trigger_webhook)
      return withClientFieldNames({ name: nameOf(id) }, () =>
        commit(async (write) => {
          const edited = await editOneMedia(app, write, access, id, undefined, editOf(data))
          return { media: edited.media }
        }, access),
      )
    }),

    handle(deleteMedia, ({ principal, params: { slug, id }, query, commit }) => {
      const bucketAccess = openByKey(principal, slug, 'published')
      const access = triggering(bucketAccess, query.trigger_webhook)
      return commit(async (write) => {
        const media = (await readMedia(write.db, access, [id])).get(id)
        if (!media || media.deleted_at !== null) throw notFound(nameOf(id))
        const work = mediaWork(deleteKind)
        const reason = { kind: 'delete', title: work.title(null, 1, media.label) }
        await work.change(app, write, access, null, [id], reason)
        return { message: `${nameOf(id)} deleted successfully from bucket.` }
      }, access)
    }),
  ]
}

const nameOf = (id: string): string => `Media with id '${id}'`
