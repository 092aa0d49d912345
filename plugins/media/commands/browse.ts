import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Selection } from '@typecase/plugin-sdk/services'
import { and, eq, has, selection } from '@typecase/plugin-sdk/when'
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
  title: 'Show picture in full size',
  aliases: ['Preview picture', 'Open lightbox'],
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
        { value: 0, label: 'Original', help: 'the file as it is' },
        { value: 400, label: '400 px wide', help: 'thumbnails and cards' },
        { value: 800, label: '800 px wide', help: 'within a text' },
        { value: 1600, label: '1600 px wide', help: 'as wide as a page' },
      ],
    },
  },
  load: async () => (await import('./browse-runs.ts')).copyUrl,
})

const describeArgs = () =>
  type({
    bucket: 'string',
    media_id: 'string',
    'title?': 'string <= 1000',
    'alt_text?': 'string <= 5000',
    'rev?': 'number',
  })
export type DescribeArgs = ReturnType<typeof describeArgs>['infer']

/** What the details of a media save. */
export const describeMedia = defineCommand({
  id: 'media.describe',
  title: 'Save the words of a media',
  effect: 'write',
  isInternal: true,
  args: describeArgs,
  load: async () => (await import('./browse-runs.ts')).describeMedia,
})

export const browseCommands: readonly AnyCommand[] = [
  searchMedia,
  toggleView,
  showLarge,
  selectAllMedia,
  clearMediaSelection,
  copyUrl,
  describeMedia,
]
