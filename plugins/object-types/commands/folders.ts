import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askFolder, askFolderOrNone, askType } from '../pickers.ts'

const when = and(has('route.bucketSlug'), can('types:write'))
const group = 'Object types'

export const newFolderArgs = () => type({ title: '0 < string <= 200' })

export const newFolder = defineCommand({
  id: 'object-types.new-folder',
  title: 'New folder of object types…',
  keywords: ['create', 'group'],
  group,
  icon: 'folder-plus',
  when,
  effect: 'write',
  args: newFolderArgs,
  ask: { title: { kind: 'text', title: 'Folder title' } },
  load: async () => (await import('./folders-runs.ts')).newFolder,
})

/** `replaces` is set when a rename is undone: the title that the folder must still have. */
export const renameFolderArgs = () =>
  type({ folder: 'string', title: '0 < string <= 200', 'replaces?': 'string' })

export const renameFolder = defineCommand({
  id: 'object-types.rename-folder',
  title: 'Rename folder of object types…',
  group,
  icon: 'pencil',
  when,
  effect: 'write',
  args: renameFolderArgs,
  ask: {
    folder: askFolder,
    title: {
      kind: 'text',
      title: 'New title',
      async initial(context) {
        const folders = await askFolder.search('', context)
        return folders.find(({ value }) => value === context.args['folder'])?.label
      },
    },
  },
  load: async () => (await import('./folders-runs.ts')).renameFolder,
})

export const deleteFolderArgs = () => type({ folder: 'string' })

export const deleteFolder = defineCommand({
  id: 'object-types.delete-folder',
  title: 'Delete folder of object types…',
  keywords: ['remove', 'ungroup'],
  group,
  icon: 'folder-x',
  when,
  effect: 'destructive',
  args: deleteFolderArgs,
  ask: { folder: askFolder },
  load: async () => (await import('./folders-runs.ts')).deleteFolder,
})

export const moveToFolderArgs = () => type({ type_slug: 'string', folder: 'string' })

export const moveToFolder = defineCommand({
  id: 'object-types.move-to-folder',
  title: 'Move object type to folder…',
  keywords: ['group'],
  group,
  icon: 'folder-input',
  when,
  effect: 'write',
  args: moveToFolderArgs,
  ask: { type_slug: askType, folder: askFolderOrNone },
  load: async () => (await import('./folders-runs.ts')).moveToFolder,
})

export const folderCommands: readonly AnyCommand[] = [
  newFolder,
  renameFolder,
  deleteFolder,
  moveToFolder,
]
