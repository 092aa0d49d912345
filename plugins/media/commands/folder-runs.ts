import {
  addMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  updateMediaFolder,
} from '@typecase/contract/media-folders'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import type { deleteFolderArgs, newFolderArgs, renameFolderArgs } from './folders.ts'

export const newFolder: CommandModule<ArgsOf<typeof newFolderArgs>> = {
  async run({ title, parent }, context) {
    const slug = bucketSlugOf(context.facts)
    const data = { title, ...(parent && { parent }) }
    await context.services.get(Api).call(addMediaFolder, { body: { slug, data } })
    await refresh(context)
    return { message: `Made the folder “${title}”.` }
  },
}

export const renameFolder: CommandModule<ArgsOf<typeof renameFolderArgs>> = {
  async run({ folder, title }, context) {
    const body = {
      slug: bucketSlugOf(context.facts),
      media_folder_slug: folder,
      data: { title },
    }
    await context.services.get(Api).call(updateMediaFolder, { body })
    await refresh(context)
    return { message: `The folder is called “${title}” now.` }
  },
}

export const deleteFolder: CommandModule<ArgsOf<typeof deleteFolderArgs>> = {
  async run({ folder }, context) {
    const query = { slug: bucketSlugOf(context.facts), media_folder_slug: folder }
    await context.services.get(Api).call(deleteMediaFolder, { query })
    await refresh(context)
    return { message: 'Deleted the folder. What was in it is in the folder around it.' }
  },
}

const refresh = ({ services }: RunContext) =>
  services.get(Queries).invalidateQueries({ queryKey: [listMediaFolders.id] })
