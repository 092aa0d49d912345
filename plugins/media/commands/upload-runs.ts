import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { Uploads } from '@typecase/content/media-uploads'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Files } from '@typecase/plugin-sdk/services'

import { mediaRoute } from '../routes.ts'
import { followUploads } from '../uploads/follow.ts'
import type { uploadArgs } from './upload.ts'

export const uploadFiles: CommandModule<ArgsOf<typeof uploadArgs>> = {
  async *run({ files, folder }, { services, facts, route, signal }) {
    const fileStore = services.get(Files)
    const handles = files.map((file) => fileStore.get(file))
    const uploads = await services.load(Uploads)
    const ids = uploads.add(bucketSlugOf(facts), handles, folder)
    const outcome = yield* followUploads(uploads, ids, signal)
    // The media page itself shows the uploads.
    return route(mediaRoute) ? outcome : { ...outcome, view: { command: 'media.nav.go' } }
  },
}

export const retryUploads: CommandModule = {
  async *run(_args, { services, signal }) {
    const uploads = await services.load(Uploads)
    const failed = uploads.list().filter(({ status }) => status === 'failed')
    const ids = failed.map(({ id }) => id)
    uploads.retry(ids)
    return yield* followUploads(uploads, ids, signal)
  },
}

export const resumeUploads: CommandModule = {
  async *run(_args, { services, signal }) {
    const uploads = await services.load(Uploads)
    const ids = await uploads.resume()
    // Another tab is sending them.
    if (ids.length === 0) return {}
    return yield* followUploads(uploads, ids, signal)
  },
}
