import {
  addMediaFolder,
  deleteMediaFolder,
  listMediaFolders,
  type MediaFolder,
  reorderMediaFolders,
  updateMediaFolder,
} from '@typecase/contract/media-folders'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refuseIfRenamed } from '@typecase/content/undo-rename'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import * as commands from './folders.ts'

export const newFolder: CommandModule<ArgsOf<typeof commands.newFolderArgs>> = {
  async run({ title, parent }, context) {
    const slug = bucketSlugOf(context.facts)
    const data = { title, ...(parent && { parent }) }
    const { media_folder: folder } = await context.services
      .get(Api)
      .call(addMediaFolder, { body: { slug, data } })
    await refresh(context)
    return {
      message: `Created the folder “${title}”.`,
      undo: refTo(commands.deleteFolder, { folder: folder.slug }),
    }
  },
}

export const renameFolder: CommandModule<ArgsOf<typeof commands.renameFolderArgs>> = {
  async run({ folder, title, replaces }, context) {
    const before = (await foldersNow(context)).find(({ slug }) => slug === folder)
    if (before) refuseIfRenamed(before.title, replaces)
    await context.services.get(Api).call(updateMediaFolder, {
      body: {
        slug: bucketSlugOf(context.facts),
        media_folder_slug: folder,
        data: { title },
        ...(replaces && before && { rev: before.rev }),
      },
    })
    await refresh(context)
    return {
      message: `Renamed the folder to “${title}”.`,
      ...(before && {
        undo: refTo(commands.renameFolder, { folder, title: before.title, replaces: title }),
      }),
    }
  },
}

export const moveFolder: CommandModule<ArgsOf<typeof commands.moveFolderArgs>> = {
  async run({ folder, parent, before }, context) {
    const slug = bucketSlugOf(context.facts)
    const api = context.services.get(Api)
    const folders = await foldersNow(context)
    const moved = folders.find((one) => one.slug === folder)
    const from = moved?.parent ?? ''
    if (parent !== from) {
      const data = { parent: parent || null }
      await api.call(updateMediaFolder, { body: { slug, media_folder_slug: folder, data } })
    }
    const order = orderWith(folders, folder, before)
    await api.call(reorderMediaFolders, { body: { slug, media_folder_slugs: order } })
    await refresh(context)
    const next = nextSibling(folders, folder) ?? commands.LAST
    return {
      message: `Moved the folder “${moved?.title ?? folder}”.`,
      undo: refTo(commands.moveFolder, { folder, parent: from, before: next }),
    }
  },
}

export const deleteFolder: CommandModule<ArgsOf<typeof commands.deleteFolderArgs>> = {
  async run({ folder }, context) {
    const query = { slug: bucketSlugOf(context.facts), media_folder_slug: folder }
    await context.services.get(Api).call(deleteMediaFolder, { query })
    await refresh(context)
    return { message: 'Deleted the folder. Its contents moved to the parent folder.' }
  },
}

/** Returns the order of folders with one moved before another, or to the end. */
function orderWith(
  folders: readonly MediaFolder[],
  folder: string,
  before = commands.LAST,
): string[] {
  const others = folders.map(({ slug }) => slug).filter((slug) => slug !== folder)
  const at = others.indexOf(before)
  return at < 0 ? [...others, folder] : others.toSpliced(at, 0, folder)
}

/** Returns the next sibling of a folder. */
function nextSibling(folders: readonly MediaFolder[], folder: string): string | undefined {
  const at = folders.findIndex(({ slug }) => slug === folder)
  return folders.slice(at + 1).find(({ parent }) => parent === folders[at]?.parent)?.slug
}

async function foldersNow({ services, facts }: RunContext): Promise<readonly MediaFolder[]> {
  const query = { slug: bucketSlugOf(facts) }
  return (await services.get(Api).call(listMediaFolders, { query })).media_folders
}

const refresh = ({ services }: RunContext) =>
  services.get(Queries).invalidateQueries({ queryKey: [listMediaFolders.id] })
