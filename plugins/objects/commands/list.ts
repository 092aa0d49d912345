import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'
import { and, can, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { formatNumber } from '@typecase/ui/format'

import { pageSizes } from '../list/page.ts'
import { columnsKey } from '../list/preferences.ts'
import { group, inBucket, onList, whyNoList } from './object-command.ts'

const pickers = () => import('./list-pickers.ts')

const askColumns: AskPicker = {
  kind: 'picker',
  title: 'Columns',
  placeholder: 'Which fields?',
  isMany: true,
  initialChoices: async (context) => (await pickers()).columnsOnScreen(context),
  search: async (query, context) => (await pickers()).columnRows(query, context),
}

const askSort: AskPicker = {
  kind: 'picker',
  title: 'Sort by',
  placeholder: 'Which field?',
  search: async (query, context) => (await pickers()).sortRows(query, context),
}

export const statusFilterArgs = () => type({ status: "'draft' | 'published' | 'any'" })

export const filterByStatus = defineCommand({
  id: 'objects.filter-by-status',
  title: 'Filter by status…',
  keywords: ['drafts', 'published', 'show only'],
  group,
  icon: 'list-filter',
  when: inBucket,
  effect: 'nav',
  args: statusFilterArgs,
  ask: {
    status: {
      kind: 'choice',
      title: 'Status',
      choices: [
        { value: 'draft', label: 'Draft' },
        { value: 'published', label: 'Published' },
        { value: 'any', label: 'Any status' },
      ],
    },
  },
  load: async () => (await import('./list-runs.ts')).filterByStatus,
})

export const clearFilter = defineCommand({
  id: 'objects.clear-filter',
  title: 'Clear filter',
  keywords: ['reset', 'show all'],
  group,
  icon: 'x',
  order: 75,
  when: onList,
  why: whyNoList,
  effect: 'nav',
  load: async () => (await import('./list-runs.ts')).clearFilter,
})

export const sortByArgs = () => type({ sort: 'string' })

export const sortBy = defineCommand({
  id: 'objects.sort-by',
  title: 'Sort by…',
  keywords: [
    'newest',
    'oldest',
    'date',
    'latest',
    'first',
    'reverse',
    'order',
    'arrange',
    'ascending',
    'descending',
  ],
  group,
  icon: 'arrow-up-down',
  order: 30,
  when: onList,
  why: whyNoList,
  effect: 'nav',
  args: sortByArgs,
  ask: { sort: askSort },
  load: async () => (await import('./list-runs.ts')).sortBy,
})

export const alwaysSortArgs = () => type({ bucket: 'string', type: 'string', sort: 'string' })

export const alwaysSortBy = defineCommand({
  id: 'objects.always-sort-by',
  title: 'Always sort by…',
  aliases: ['Set default order', 'Default sort'],
  keywords: ['recently edited', 'last edited', 'newest', 'remember order', 'permanent'],
  group,
  icon: 'arrow-up-down',
  order: 32,
  when: and(onList, not(has('list.smartViewID'))),
  why: (facts) =>
    facts['list.smartViewID'] === undefined
      ? whyNoList(facts)
      : 'A smart view keeps its own order. Save the view to change it.',
  effect: 'none',
  args: alwaysSortArgs,
  defaults: (facts) => ({
    bucket: facts['route.bucketSlug'],
    type: facts['objects.type'] ?? '',
  }),
  ask: {
    sort: {
      ...askSort,
      title: 'Always sort by',
      search: async (query, context) => (await pickers()).defaultSortRows(query, context),
    },
  },
  load: async () => (await import('./list-runs.ts')).alwaysSortBy,
})

const askGroup: AskPicker = {
  kind: 'picker',
  title: 'Group by',
  placeholder: 'Which field?',
  search: async (query, context) => (await pickers()).groupRows(query, context),
}

export const groupByArgs = () => type({ group: 'string' })

export const groupBy = defineCommand({
  id: 'objects.group-by',
  title: 'Group by…',
  aliases: ['Group objects'],
  keywords: ['heads', 'sections', 'month', 'category', 'ungroup', 'no grouping'],
  group,
  icon: 'rows-3',
  order: 31,
  when: onList,
  why: whyNoList,
  effect: 'nav',
  args: groupByArgs,
  ask: { group: askGroup },
  load: async () => (await import('./list-runs.ts')).groupBy,
})

export const columnsArgs = () => type({ columns: 'string[]' })

export const setColumns = defineCommand({
  id: 'objects.set-columns',
  title: 'Set columns…',
  aliases: ['Choose columns'],
  keywords: ['column', 'fields', 'show', 'hide', 'table'],
  group,
  icon: 'columns-3',
  order: 40,
  when: onList,
  why: whyNoList,
  effect: 'none',
  args: columnsArgs,
  ask: { columns: askColumns },
  /** Saves the columns for this bucket and type, or for the smart view. An empty list restores the default columns. */
  runNow({ columns }, { services, facts }) {
    const view = facts['list.smartViewID']
    const key = columnsKey(bucketSlugOf(facts), facts['objects.type'], view)
    if (columns.length === 0) services.get(Storage).remove(key)
    else services.get(Storage).set(key, columns)
  },
})

export const pageSizeArgs = () => type({ limit: '1 <= number.integer <= 1000' })

export const setPageSize = defineCommand({
  id: 'objects.set-page-size',
  title: 'Rows per page…',
  keywords: ['limit', 'page size'],
  group,
  icon: 'rows-3',
  order: 85,
  when: onList,
  why: whyNoList,
  effect: 'nav',
  args: pageSizeArgs,
  ask: {
    limit: {
      kind: 'choice',
      title: 'Rows per page',
      choices: () => pageSizes.map((value) => ({ value, label: formatNumber(value) })),
    },
  },
  load: async () => (await import('./list-runs.ts')).setPageSize,
})

export const turnPageArgs = () => type({ by: '-1 | 1' })

const turn = (id: `objects.${string}`, title: string, icon: string, by: -1 | 1) =>
  defineCommand({
    id,
    title,
    keywords: ['page'],
    group,
    icon,
    order: 90,
    when: and(onList, has('view.total')),
    why: whyNoList,
    effect: 'nav',
    args: turnPageArgs,
    defaults: () => ({ by }),
    load: async () => (await import('./list-runs.ts')).turnPage,
  })

export const nextPage = turn('objects.next-page', 'Next page', 'chevron-right', 1)
export const previousPage = turn('objects.previous-page', 'Previous page', 'chevron-left', -1)

const mayMove = and(
  onList,
  can('objects:write'),
  has('objects.type'),
  has('objects.isArranged'),
  has('objects.row'),
)

export const moveArgs = () => type({ by: '-1 | 1' })

const move = (id: `objects.${string}`, title: string, icon: string, by: -1 | 1) =>
  defineCommand({
    id,
    title,
    keywords: ['order', 'reorder', 'arrange'],
    group,
    icon,
    when: mayMove,
    why: whyNoList,
    effect: 'write',
    args: moveArgs,
    defaults: () => ({ by }),
    load: async () => (await import('./list-runs.ts')).moveRow,
  })

export const moveUp = move('objects.move-up', 'Move object up', 'arrow-up', -1)
export const moveDown = move('objects.move-down', 'Move object down', 'arrow-down', 1)

export const listArgs = () =>
  type({ bucket: 'string', id: 'string', 'before_id?': 'string', 'after_id?': 'string' })

/** Moves an object back between its previous neighbours: the undo of a move. */
export const moveObject = defineCommand({
  id: 'objects.place',
  title: 'Place object',
  group,
  effect: 'write',
  isInternal: true,
  args: listArgs,
  load: async () => (await import('./list-runs.ts')).moveObject,
})

export const listCommands: readonly AnyCommand[] = [
  filterByStatus,
  clearFilter,
  sortBy,
  alwaysSortBy,
  groupBy,
  setColumns,
  setPageSize,
  nextPage,
  previousPage,
  moveUp,
  moveDown,
  moveObject,
]
