import { type AnyCommand, type Command, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'
import { and, has, selection } from '@typecase/plugin-sdk/when'

import { filterForm, filterLine, type ListPage, listPage } from '../list/list-page.ts'
import { group, onList, whyNoList } from './object-command.ts'

/**
 * Defines a command that changes the selection of the list on screen. It runs within the key press, through the page.
 */
const onRows = (
  id: `objects.${string}`,
  title: string,
  act: (list: ListPage) => void,
  more: Partial<Pick<Command, 'aliases' | 'keywords' | 'icon' | 'order'>>,
) =>
  defineCommand({
    id,
    title,
    group,
    when: and(onList, has('objects.rowCount')),
    why: whyNoList,
    effect: 'none',
    ...more,
    runNow(_args, { page }) {
      const list = page(listPage)
      if (list) act(list)
    },
  })

/** Selects the rows on this page; a second run selects all matching objects. */
export const selectAll = onRows(
  'objects.select-all',
  'Select all objects on this page',
  (list) => list.selectAll(),
  {
    aliases: ['Select all'],
    keywords: ['mark', 'everything'],
    icon: 'list-checks',
    order: 45,
  },
)

export const selectAllMatching = onRows(
  'objects.select-all-matching',
  'Select all objects that match',
  (list) => list.selectMatching(),
  {
    aliases: ['Select all matching'],
    keywords: ['everything', 'whole list', 'every page'],
    icon: 'list-checks',
  },
)

/** Selects all other objects of the list, on every page. */
export const invertSelection = onRows(
  'objects.invert-selection',
  'Invert selection',
  (list) => list.invertSelection(),
  { keywords: ['reverse', 'others'], icon: 'list-checks' },
)

/** Defines a command for the groups of the list on screen. */
const onGroups = (
  id: `objects.${string}`,
  title: string,
  act: (list: ListPage) => void,
  more: Partial<Pick<Command, 'aliases' | 'keywords' | 'icon'>>,
) => ({
  ...onRows(id, title, act, more),
  when: and(onList, has('objects.isGrouped')),
  why: noGroups,
})

const noGroups = (facts: FactValues): string | undefined =>
  whyNoList(facts) ?? (facts['objects.isGrouped'] ? undefined : 'Group the list by a field first.')

export const selectGroup = onGroups(
  'objects.select-group',
  'Select this group',
  (list) => list.selectGroup(),
  { keywords: ['whole group', 'section'], icon: 'list-checks' },
)

export const collapseGroups = onGroups(
  'objects.collapse-groups',
  'Collapse all groups',
  (list) => list.collapseGroups(),
  { keywords: ['fold', 'close', 'hide rows'], icon: 'chevron-right' },
)

export const expandGroups = onGroups(
  'objects.expand-groups',
  'Expand all groups',
  (list) => list.expandGroups(),
  { keywords: ['unfold', 'open', 'show rows'], icon: 'chevron-down' },
)

export const clearSelection = defineCommand({
  id: 'objects.clear-selection',
  title: 'Clear selection',
  aliases: ['Select nothing', 'Deselect all'],
  group,
  icon: 'x',
  when: selection('object'),
  why: () => 'Nothing is selected.',
  effect: 'none',
  runNow(_args, { services }) {
    services.get(Selection).clear('object')
    services.get(Announcer).say('Selection cleared.')
  },
})

export const filter = defineCommand({
  id: 'objects.filter',
  title: 'Filter objects',
  keywords: ['search', 'find', 'query'],
  group,
  icon: 'list-filter',
  order: 20,
  when: onList,
  why: whyNoList,
  effect: 'none',
  runNow: (_args, { page }) => page(filterLine)?.focus(),
})

export const addFilter = defineCommand({
  id: 'objects.add-filter',
  title: 'Add filter…',
  keywords: ['condition', 'where', 'builder', 'group', 'query'],
  group,
  icon: 'sliders-horizontal',
  order: 21,
  when: onList,
  why: whyNoList,
  effect: 'none',
  runNow: (_args, { page }) => page(filterForm)?.addFilter(),
})

export const selectionCommands: readonly AnyCommand[] = [
  selectAll,
  selectAllMatching,
  invertSelection,
  selectGroup,
  collapseGroups,
  expandGroups,
  clearSelection,
  addFilter,
  filter,
]
