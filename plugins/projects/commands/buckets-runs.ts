import { objectsPath } from '@typecase/content/routes'
import * as buckets from '@typecase/contract/buckets'
import { uploadPicture } from '@typecase/contract/media-upload'
import * as projects from '@typecase/contract/projects'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Api, Files, Navigation } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { refuseIfRenamed } from '@typecase/content/undo-rename'

import { refreshProjects } from '../queries.ts'
import { projectsRoute } from '../routes.ts'
import * as commands from './buckets.ts'

export const switchBucket: CommandModule<ArgsOf<typeof commands.bucketArgs>> = {
  run: ({ bucket }, { go }) => go(`/${bucket}/objects`),
}

/** Also runs `designBucket`, which has a description in place of a template. */
export const addBucket: CommandModule<
  ArgsOf<typeof commands.addBucketArgs> | ArgsOf<typeof commands.designBucketArgs>
> = {
  run: async ({ project_id, ...data }, { services, go }) => {
    const { bucket } = await services
      .get(Api)
      .call(projects.addBucket, { body: { project_id, data } })
    await refreshProjects(services)
    await go(objectsPath(bucket.slug))
    return { message: `Created “${bucket.title}”.` }
  },
}

export const renameBucket: CommandModule<ArgsOf<typeof commands.renameBucketArgs>> = {
  run: async ({ bucket: slug, title, replaces }, { services }) => {
    const api = services.get(Api)
    const { bucket: before } = await api.call(buckets.getBucket, { query: { slug } })
    refuseIfRenamed(before.title, replaces)
    await api.call(buckets.updateBucket, {
      body: { slug, data: { title }, ...(replaces && { rev: before.rev }) },
    })
    await refreshProjects(services)
    return {
      message: `Renamed to ${title}`,
      undo: refTo(commands.renameBucket, { bucket: slug, title: before.title, replaces: title }),
    }
  },
}

export const changeSlug: CommandModule<ArgsOf<typeof commands.changeSlugArgs>> = {
  async run({ bucket: slug, slug: next }, { services, go }) {
    const body = { slug, data: { slug: next } }
    const { bucket } = await services.get(Api).call(buckets.updateBucket, { body })
    // The page may still have the old address. The facts do not say so: those of an undo may differ from the page.
    if (services.get(Navigation).current().startsWith(`/${slug}/`)) {
      await go(`/${bucket.slug}/settings`, { isReplace: true })
    }
    await refreshProjects(services)
    return {
      message: `The slug is ${bucket.slug} now`,
      undo: refTo(commands.changeSlug, { bucket: bucket.slug, slug }),
    }
  },
}

export const uploadThumbnail: CommandModule<ArgsOf<typeof commands.uploadThumbnailArgs>> = {
  run: async ({ bucket, file }, { services }) => {
    const files = services.get(Files).get(file)
    const { media } = await services.get(Api).upload(uploadPicture, { body: {} }, [files])
    return saveThumbnail(services, bucket, media[0]?.url ?? null)
  },
}

export const changeThumbnail: CommandModule<ArgsOf<typeof commands.changeThumbnailArgs>> = {
  run: ({ bucket, thumbnail }, { services }) =>
    saveThumbnail(services, bucket, thumbnail.trim() || null),
}

async function saveThumbnail(services: Services, slug: string, thumbnail: string | null) {
  const api = services.get(Api)
  const { bucket: before } = await api.call(buckets.getBucket, { query: { slug } })
  await api.call(buckets.updateBucket, { body: { slug, data: { thumbnail } } })
  await refreshProjects(services)
  return {
    message: thumbnail === null ? 'Thumbnail removed.' : 'Thumbnail changed.',
    undo: refTo(commands.changeThumbnail, { bucket: slug, thumbnail: before.thumbnail ?? '' }),
  }
}

export const makeDefaultBucket: CommandModule<ArgsOf<typeof commands.bucketArgs>> = {
  run: async ({ bucket: slug }, { services }) => {
    const { bucket } = await services
      .get(Api)
      .call(buckets.updateBucket, { body: { slug, data: { default: true } } })
    await refreshProjects(services)
    return { message: `“${bucket.title}” is now the default bucket.` }
  },
}

export const deleteBucket: CommandModule<ArgsOf<typeof commands.bucketArgs>> = {
  confirmation: async ({ bucket: slug }, { services }) => {
    const { bucket } = await services.get(Api).call(buckets.getBucket, { query: { slug } })
    return {
      title: `Delete bucket “${bucket.title}”?`,
      text: 'Its object types, objects and media are deleted, too. This cannot be undone.',
      action: 'Delete bucket',
      phrase: bucket.title,
    }
  },
  run: async ({ bucket }, { services, go }) => {
    await services.get(Api).call(buckets.deleteBucket, { query: { slug: bucket } })
    await go(projectsRoute)
    await refreshProjects(services)
    return { message: 'Bucket deleted.' }
  },
}

/** Returns the title of the bucket in the arguments. */
export async function bucketTitle({ services, signal, args }: AskContext) {
  const { bucket: slug } = args
  if (typeof slug !== 'string') return undefined
  return (await services.get(Api).call(buckets.getBucket, { query: { slug } }, { signal })).bucket
    .title
}
