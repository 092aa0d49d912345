import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { pageSizes } from '../list/page-sizes.ts'
import { askColumns, askSort } from '../pickers.ts'
import {
  group,
  inBucket,
  onList,
  scopeArgs,
  defaultScope,
  mayDo,
  whyNoList,
  whyNoObjects,
} from './conditions.ts'

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
  load: () => import('./focus-filter.ts'),
})

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
  load: () => import('./filter-by-status.ts'),
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
  load: () => import('./clear-filter.ts'),
})

export const sortByArgs = () => type({ sort: 'string' })

export const sortBy = defineCommand({
  id: 'objects.sort-by',
  title: 'Sort by…',
  keywords: ['order', 'arrange', 'ascending', 'descending'],
  group,
  icon: 'arrow-up-down',
  order: 30,
  when: onList,
  why: whyNoList,
  effect: 'nav',
  args: sortByArgs,
  ask: { sort: askSort },
  load: () => import('./sort-by.ts'),
})

export const columnsArgs = () => type({ columns: 'string[]' })

export const setColumns = defineCommand({
  id: 'objects.set-columns',
  title: 'Set columns…',
  aliases: ['Choose columns'],
  keywords: ['fields', 'show', 'hide', 'table'],
  group,
  icon: 'columns-3',
  order: 40,
  when: onList,
  why: whyNoList,
  effect: 'none',
  args: columnsArgs,
  ask: { columns: askColumns },
  load: () => import('./set-columns.ts'),
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
      choices: pageSizes.map((value) => ({ value, label: value.toLocaleString('en') })),
    },
  },
  load: () => import('./set-page-size.ts'),
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
    load: () => import('./turn-page.ts'),
  })

export const nextPage = turn('objects.next-page', 'Next page', 'chevron-right', 1)
export const previousPage = turn('objects.previous-page', 'Previous page', 'chevron-left', -1)

export const copyIDs = defineCommand({
  id: 'objects.copy-ids',
  title: 'Copy IDs of objects',
  keywords: ['clipboard', 'identifier'],
  group,
  icon: 'copy',
  order: 80,
  when: mayDo('bucket:read'),
  why: whyNoObjects,
  effect: 'none',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: { kind: 'scope', title: 'Objects' } },
  load: () => import('./copy-ids.ts'),
})

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
    load: () => import('./move-row.ts'),
  })

export const moveUp = move('objects.move-up', 'Move object up', 'arrow-up', -1)
export const moveDown = move('objects.move-down', 'Move object down', 'arrow-down', 1)

export const placeArgs = () =>
  type({ bucket: 'string', id: 'string', 'before_id?': 'string', 'after_id?': 'string' })

/** Puts an object where it was: what taking a move back means. */
export const placeObject = defineCommand({
  id: 'objects.place',
  title: 'Place object',
  group,
  effect: 'write',
  isInternal: true,
  args: placeArgs,
  load: () => import('./place-object.ts'),
})

export const listCommands: readonly AnyCommand[] = [
  filter,
  filterByStatus,
  clearFilter,
  sortBy,
  setColumns,
  setPageSize,
  nextPage,
  previousPage,
  copyIDs,
  moveUp,
  moveDown,
  placeObject,
]
