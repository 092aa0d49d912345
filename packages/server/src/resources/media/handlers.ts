import {
  addFolderToMedia,
  addMetadataToMedia,
  bulkEditMedia,
  deleteMedia,
  editMediaAltText,
  editMediaTitle,
  getMedia,
  listMedia,
  listMediaVersions,
  mediaReferences,
  removeFolderFromMedia,
  replaceInMedia,
  restoreMediaVersion,
  updateMedia,
} from '@typecase/contract/media'

import type { App } from '../../app.ts'
import { respondWithPlan } from '../../bulk/plan-response.ts'
import { registerWork } from '../../bulk/change-many.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { checkFolder } from '../media-folders/store.ts'
import { checkEdit, checkMetadata, deleteKind, editKind, restoreKind } from './edit-media.ts'
import { answerEdit } from './edit-plans.ts'
import { listMediaOf, oneMedia } from './list-media.ts'
import { mediaWork } from './media-kind.ts'
import { referencesOfMedia } from './media-references.ts'
import { restoreVersion, versionsOf } from './media-versions.ts'
import { planReplacement, replaceFound, replaceKind } from './replace-plans.ts'
import { editOf, updateOneMedia } from './update-media.ts'

/** Default number of objects per page. */
const REFERENCES = 50

export function routes(app: App): Route[] {
  const { db } = app
  for (const kind of [deleteKind, restoreKind]) registerWork(app, mediaWork(kind))
  registerWork(app, mediaWork(editKind))
  registerWork(app, mediaWork(replaceKind))

  return [
    handle(listMedia, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      return inTurn(() => listMediaOf(app, access, query, signal))
    }),

    handle(getMedia, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return { media: await oneMedia(app, access, query.media_id) }
    }),

    handle(mediaReferences, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { name } = await oneMedia(app, access, query.media_id)
      const { limit = REFERENCES, skip = 0 } = query
      return inTurn(() => referencesOfMedia(app, access, name, { limit, skip }, signal))
    }),

    handle(listMediaVersions, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return { versions: await versionsOf(app, access, query.media_id) }
    }),

    handle(restoreMediaVersion, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      const { media_id: id, change_set_id: changeSetId } = body
      return restoreVersion(app, access, commit, { id, changeSetId, rev: ifMatch ?? body.rev })
    }),

    handle(updateMedia, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      const edit = editOf(body.data)
      return updateOneMedia(app, access, commit, body.media_id, ifMatch ?? body.rev, edit)
    }),

    handle(editMediaTitle, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      const edit = { title: { op: 'set', value: body.title } } as const
      return updateOneMedia(app, access, commit, body.media_id, ifMatch ?? body.rev, edit)
    }),

    handle(editMediaAltText, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      const edit = { alt_text: { op: 'set', value: body.alt_text } } as const
      return updateOneMedia(app, access, commit, body.media_id, ifMatch ?? body.rev, edit)
    }),

    handle(deleteMedia, async ({ principal, body: scope, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'media:delete')
      return answerEdit(app, call, access, { scope, kind: deleteKind, params: null })
    }),

    handle(bulkEditMedia, async ({ principal, body: { data, ...scope }, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'media:write')
      checkEdit(data)
      await checkFolder(db.read, access, data.folder, 'data.folder')
      return answerEdit(app, call, access, { scope, kind: editKind, params: data })
    }),

    handle(addFolderToMedia, async ({ principal, body: { folder, ...scope }, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'media:write')
      await checkFolder(db.read, access, folder, 'folder')
      return answerEdit(app, call, access, { scope, kind: editKind, params: { folder } })
    }),

    handle(removeFolderFromMedia, async ({ principal, body: scope, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'media:write')
      return answerEdit(app, call, access, { scope, kind: editKind, params: { folder: null } })
    }),

    handle(addMetadataToMedia, async ({ principal, body: { metadata, ...scope }, ...call }) => {
      const access = await openBucket(db, principal, scope.slug, 'media:write')
      checkMetadata(metadata, 'metadata')
      return answerEdit(app, call, access, { scope, kind: editKind, params: { metadata } })
    }),

    handle(replaceInMedia, async ({ principal, body, ...call }) => {
      const access = await openBucket(db, principal, body.slug, 'media:write')
      if (body.dry_run) {
        return respondWithPlan(call, (signal, tell) =>
          planReplacement(app, access, body, { signal, tell }),
        )
      }
      return replaceFound(app, access, body, call.commit)
    }),
  ]
}
