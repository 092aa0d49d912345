import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askFolder } from './bulk.ts'

const when = and(has('route.bucketSlug'), can('media:write'))
const runs = () => import('./folder-runs.ts')

export const newFolderArgs = () => type({ title: '0 < string <= 200', 'parent?': 'string' })

export const newFolder = defineCommand({
  id: 'media.new-folder',
  title: 'New media folder…',
  aliases: ['Create media folder'],
  keywords: ['directory', 'organise', 'add'],
  icon: 'folder-plus',
  when,
  effect: 'write',
  args: newFolderArgs,
  ask: { title: { kind: 'text', title: 'Name', placeholder: 'Name of the folder' } },
  load: async () => (await runs()).newFolder,
})

export const renameFolderArgs = () =>
  type({ folder: 'string > 0', title: '0 < string <= 200', 'replaces?': 'string' })

export const renameFolder = defineCommand({
  id: 'media.rename-folder',
  title: 'Rename media folder…',
  keywords: ['title', 'directory'],
  icon: 'pencil',
  when,
  effect: 'write',
  args: renameFolderArgs,
  ask: {
    folder: askFolder,
    title: { kind: 'text', title: 'Name', placeholder: 'New name of the folder' },
  },
  load: async () => (await runs()).renameFolder,
})

/** Stands for the position after all others. */
export const LAST = ''

/** `before` is the folder to insert it before, or `LAST` (the default). */
export const moveFolderArgs = () =>
  type({ folder: 'string > 0', parent: 'string', 'before?': 'string' })

export const moveFolder = defineCommand({
  id: 'media.move-folder',
  title: 'Move media folder…',
  keywords: ['nest', 'into', 'directory', 'reorder', 'order'],
  icon: 'folder-input',
  when,
  effect: 'write',
  args: moveFolderArgs,
  ask: {
    folder: askFolder,
    parent: { ...askFolder, title: 'Into', placeholder: 'Into which folder?' },
    before: {
      ...askFolder,
      title: 'Before',
      placeholder: 'Before which folder?',
      isAlwaysAsked: true,
      skip: 'Last',
      search: async (query, context) =>
        (await import('./folder-rows.ts')).siblingRows(query, context),
    },
  },
  load: async () => (await runs()).moveFolder,
})

export const deleteFolderArgs = () => type({ folder: 'string > 0' })

export const deleteFolder = defineCommand({
  id: 'media.delete-folder',
  title: 'Delete media folder…',
  keywords: ['remove', 'directory'],
  icon: 'folder-x',
  when: and(when, can('media:delete')),
  effect: 'destructive',
  args: deleteFolderArgs,
  ask: {
    folder: { ...askFolder, help: 'Its media and folders move to the parent folder.' },
  },
  load: async () => (await runs()).deleteFolder,
})

export const folderCommands: readonly AnyCommand[] = [
  newFolder,
  renameFolder,
  moveFolder,
  deleteFolder,
]
