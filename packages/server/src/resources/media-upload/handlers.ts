import { replaceMediaFile } from '@typecase/contract/media'
import { uploadMedia, uploadPicture } from '@typecase/contract/media-upload'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { addMedia, assertRoomForFile } from './add-media.ts'
import { addPictures } from './add-pictures.ts'
import { withReceivedMedia } from './receive-media.ts'
import { replaceFileOf } from './replace-file.ts'
import { resumableRoutes } from './resumable.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { assertMayUseAccount } from '../teams/team-scope.ts'

export function routes(app: App): Route[] {
  const { db } = app
  sweepUploads(app, true).catch((reason: unknown) => app.log.error({ err: reason }, 'sweep failed'))

  return [
    handle(uploadMedia, async ({ principal, params, request, reply, signal }) => {
      const access = await openBucket(db, principal, params.slug, 'media:write')
      await assertRoomForFile(app, access)
      return withReceivedMedia(app, request, uploadMedia, async ({ files, fields }) => {
        const media = await addMedia(app, { access, field: 'files', fields, signal }, files)
        const [only] = media
        return only && media.length === 1 && isCommandLine(request)
          ? reply.send({ media: only })
          : { media }
      })
    }),

    handle(uploadPicture, ({ principal, request, signal }) => {
      assertMayUseAccount(principal, 'settings:write')
      return withReceivedMedia(app, request, uploadPicture, async ({ files }) => ({
        media: await addPictures(app, principal.userId, files, signal),
      }))
    }),

    handle(replaceMediaFile, async ({ principal, params, request, signal, ifMatch }) => {
      const access = await openBucket(db, principal, params.slug, 'media:write')
      const { media_id: id } = params
      const only = { field: 'files', most: 1 }
      return withReceivedMedia(
        app,
        request,
        replaceMediaFile,
        ({ files }) =>
          replaceFileOf(app, { access, field: only.field, signal, id, ifMatch }, files),
        only,
      )
    }),

    ...resumableRoutes(app),
  ]
}

/** Whether the public command line sent a request. It expects the media of its only file as an object. */
const isCommandLine = ({ headers }: FastifyRequest): boolean =>
  headers['x-cosmic-client'] === 'cli' || headers['user-agent']?.startsWith('CosmicCLI/') === true
