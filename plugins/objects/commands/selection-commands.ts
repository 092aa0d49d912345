import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, has, selection } from '@typecase/plugin-sdk/when'

import { group, onList, whyNoList } from './conditions.ts'

const withRows = and(onList, has('objects.rowCount'))

export const selectAll = defineCommand({
  id: 'objects.select-all',
  title: 'Select all objects on this page',
  aliases: ['Select all'],
  keywords: ['mark', 'everything'],
  group,
  icon: 'list-checks',
  order: 45,
  when: withRows,
  why: whyNoList,
  effect: 'none',
  load: () => import('./select-all.ts'),
})

export const selectAllMatching = defineCommand({
  id: 'objects.select-all-matching',
  title: 'Select all objects that match',
  aliases: ['Select all matching'],
  keywords: ['everything', 'whole list', 'every page'],
  group,
  icon: 'list-checks',
  when: withRows,
  why: whyNoList,
  effect: 'none',
  load: () => import('./select-all-matching.ts'),
})

export const invertSelection = defineCommand({
  id: 'objects.invert-selection',
  title: 'Invert selection',
  keywords: ['reverse', 'others'],
  group,
  icon: 'list-checks',
  when: withRows,
  why: whyNoList,
  effect: 'none',
  load: () => import('./invert-selection.ts'),
})

export const clearSelection = defineCommand({
  id: 'objects.clear-selection',
  title: 'Clear selection',
  aliases: ['Select nothing', 'Deselect all'],
  group,
  icon: 'x',
  when: selection('object'),
  why: () => 'Nothing is selected.',
  effect: 'none',
  load: () => import('./clear-selection.ts'),
})

/** Keys of the list that move within it; of no use in the palette. */
const listKey = (id: `objects.${string}`, title: string, load: AnyCommand['load']) =>
  defineCommand({ id, title, group, when: withRows, effect: 'none', isInternal: true, load })

export const nextRow = listKey('objects.next-row', 'Next row', () => import('./next-row.ts'))
export const previousRow = listKey(
  'objects.previous-row',
  'Previous row',
  () => import('./previous-row.ts'),
)
export const toggleRow = listKey(
  'objects.toggle-row',
  'Select this row',
  () => import('./toggle-row.ts'),
)

export const selectionCommands: readonly AnyCommand[] = [
  selectAll,
  selectAllMatching,
  invertSelection,
  clearSelection,
  nextRow,
  previousRow,
  toggleRow,
]
