import { getBucket } from '@typecase/contract/buckets'
import {
  addObjectTypeFolder,
  updateObjectTypeFolder,
  deleteObjectTypeFolder,
} from '@typecase/contract/object-type-folders'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, refTo, type CommandModule } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { refuseIfRenamed } from '@typecase/content/undo-rename'

import { refreshBucket } from '../queries.ts'
import { updateType } from '../update-type.ts'
import * as commands from './folders.ts'

export const newFolder: CommandModule<ArgsOf<typeof commands.newFolderArgs>> = {
  run: async (data, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const { object_type_folder: folder } = await services
      .get(Api)
      .call(addObjectTypeFolder, { body: { slug, data } })
    await refreshBucket(services, slug)
    return {
      message: `Created the folder “${folder.title}”`,
      undo: refTo(commands.deleteFolder, { folder: folder.slug }),
    }
  },
}

export const renameFolder: CommandModule<ArgsOf<typeof commands.renameFolderArgs>> = {
  run: async ({ folder, title, replaces }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const api = services.get(Api)
    const { bucket } = await api.call(getBucket, { query: { slug } })
    const before = bucket.object_type_folders.find((one) => one.slug === folder)
    if (before) refuseIfRenamed(before.title, replaces)
    await api.call(updateObjectTypeFolder, {
      body: {
        slug,
        object_type_folder_slug: folder,
        data: { title },
        ...(replaces && before && { rev: before.rev }),
      },
    })
    await refreshBucket(services, slug)
    return {
      message: `Renamed to ${title}`,
      ...(before && {
        undo: refTo(commands.renameFolder, { folder, title: before.title, replaces: title }),
      }),
    }
  },
}

export const deleteFolder: CommandModule<ArgsOf<typeof commands.deleteFolderArgs>> = {
  confirmation: async ({ folder }, { services, facts }) => {
    const { object_type_folders } = await readBucket(services, bucketSlugOf(facts))
    const { title = folder } = object_type_folders.find(({ slug }) => slug === folder) ?? {}
    return {
      title: `Delete the folder “${title}”?`,
      text: 'Its object types stay, without a folder. This cannot be undone.',
      action: 'Delete folder',
    }
  },
  run: async ({ folder }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    await services
      .get(Api)
      .call(deleteObjectTypeFolder, { query: { slug, object_type_folder_slug: folder } })
    await refreshBucket(services, slug)
    return { message: 'Folder deleted. Its object types stay.' }
  },
}

export const moveToFolder: CommandModule<ArgsOf<typeof commands.moveToFolderArgs>> = {
  run: async ({ type_slug, folder }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const bucket = await readBucket(services, slug)
    const before = bucket.object_types.find((type) => type.slug === type_slug)
    const data = { folder: folder === '' ? null : folder }
    await updateType(services.get(Api), { slug, type_slug, data })
    await refreshBucket(services, slug)
    return {
      message: `Moved ${before?.title ?? type_slug}`,
      undo: refTo(commands.moveToFolder, { type_slug, folder: before?.folder ?? '' }),
    }
  },
}
