import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Selection } from '@typecase/plugin-sdk/services'
import { and, can, eq, has, selection } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { mediaPage } from '../list/media-page.ts'
import { mediaRoute } from '../routes.ts'

export const onMedia = eq('route.id', mediaRoute.id)
const onRow = and(onMedia, has('media.row'))
const why = (facts: { readonly 'route.id'?: string }) =>
  facts['route.id'] === mediaRoute.id ? undefined : 'Open the media of a bucket first.'

export const searchMedia = defineCommand({
  id: 'media.search',
  title: 'Search media',
  keywords: ['filter', 'find', 'files', 'pictures'],
  icon: 'search',
  when: onMedia,
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.focusSearch(),
})

export const addMediaFilter = defineCommand({
  id: 'media.add-filter',
  title: 'Add filter…',
  keywords: ['condition', 'where', 'builder', 'group', 'query', 'files'],
  icon: 'sliders-horizontal',
  when: onMedia,
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.addFilter(),
})

export const toggleView = defineCommand({
  id: 'media.toggle-view',
  title: 'Show media as grid or list',
  keywords: ['view', 'layout', 'rows', 'tiles', 'thumbnails'],
  icon: 'layout-grid',
  when: onMedia,
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.toggleView(),
})

export const showLarge = defineCommand({
  id: 'media.show-large',
  title: 'Show image in full size',
  aliases: ['Preview image', 'Open lightbox'],
  keywords: ['zoom', 'big', 'large', 'lightbox'],
  icon: 'eye',
  when: onRow,
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.showLarge(),
})

export const selectAllMedia = defineCommand({
  id: 'media.select-all',
  title: 'Select all media that match',
  keywords: ['selection', 'everything'],
  when: onMedia,
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.selectAll(),
})

export const clearMediaSelection = defineCommand({
  id: 'media.clear-selection',
  title: 'Clear selection of media',
  keywords: ['deselect', 'none'],
  icon: 'x',
  when: and(onMedia, selection('media')),
  why,
  effect: 'none',
  runNow: (_args, { services }) => services.get(Selection).clear('media'),
})

export const copyUrlArgs = () => type({ width: '0 <= number.integer <= 8192' })

export const copyUrl = defineCommand({
  id: 'media.copy-url',
  title: 'Copy URL of media…',
  aliases: ['Copy image URL', 'Copy address of file'],
  keywords: ['link', 'address', 'imgix', 'size', 'picture'],
  icon: 'copy',
  when: onRow,
  why,
  effect: 'none',
  args: copyUrlArgs,
  ask: {
    width: {
      kind: 'choice',
      title: 'Size',
      choices: [
        { value: 0, label: 'Original', help: 'the original file' },
        { value: 400, label: '400 px wide', help: 'thumbnails and cards' },
        { value: 800, label: '800 px wide', help: 'within a text' },
        { value: 1600, label: '1600 px wide', help: 'as wide as a page' },
      ],
    },
  },
  load: async () => (await import('./browse-runs.ts')).copyUrl,
})

export const downloadMedia = defineCommand({
  id: 'media.download',
  title: 'Download file',
  aliases: ['Save file', 'Download media', 'Download image'],
  keywords: ['original', 'picture'],
  icon: 'download',
  when: onRow,
  why,
  effect: 'none',
  load: async () => (await import('./browse-runs.ts')).downloadMedia,
})

export const setFocalPoint = defineCommand({
  id: 'media.set-focal-point',
  title: 'Set focal point of image…',
  aliases: ['Move focal point'],
  keywords: ['crop', 'centre', 'center', 'focus', 'image'],
  icon: 'crop',
  when: and(onRow, can('media:write')),
  why,
  effect: 'none',
  runNow: (_args, { page }) => page(mediaPage)?.setFocalPoint(),
})

export const replaceFileArgs = () =>
  type({ file: { fileId: 'string', name: 'string', size: 'number', type: 'string' } })

export const replaceFile = defineCommand({
  id: 'media.replace-file',
  title: 'Replace file of media…',
  aliases: ['Replace image', 'Upload new version'],
  keywords: ['exchange', 'update', 'picture', 'version', 'upload'],
  icon: 'refresh-cw',
  when: and(onRow, can('media:write')),
  why,
  effect: 'write',
  args: replaceFileArgs,
  ask: { file: { kind: 'file', title: 'File', placeholder: 'Which file replaces it?' } },
  load: async () => (await import('./browse-runs.ts')).replaceFile,
})

const describeArgs = () =>
  type({
    bucket: 'string',
    media_id: 'string',
    'title?': 'string <= 1000',
    'alt_text?': 'string <= 5000',
    'metadata?': 'Record<string, unknown>',
    'rev?': 'number',
  })
export type DescribeArgs = ReturnType<typeof describeArgs>['infer']

/** Saves the texts of a media from its details. */
export const describeMedia = defineCommand({
  id: 'media.describe',
  title: 'Save the texts of a file',
  effect: 'write',
  isInternal: true,
  args: describeArgs,
  load: async () => (await import('./browse-runs.ts')).describeMedia,
})

export const openArgs = () => type({ bucket: 'string', name: 'string' })

/** The command of a media row in the palette. */
export const openMedia = defineCommand({
  id: 'media.open',
  title: 'Open media',
  icon: 'image',
  effect: 'none',
  isInternal: true,
  args: openArgs,
  load: async () => (await import('./browse-runs.ts')).openMedia,
})

export const browseCommands: readonly AnyCommand[] = [
  searchMedia,
  addMediaFilter,
  toggleView,
  showLarge,
  selectAllMedia,
  clearMediaSelection,
  copyUrl,
  downloadMedia,
  setFocalPoint,
  replaceFile,
  describeMedia,
  openMedia,
]
