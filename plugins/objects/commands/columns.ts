import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type AnyCommand, type Command, defineCommand } from '@typecase/plugin-sdk/command'
import { Storage } from '@typecase/plugin-sdk/services'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { type ColumnsPage, columnsPage } from '../list/list-page.ts'
import { layoutKey, WIDTH_STEP } from '../list/column-layout.ts'
import { columnsKey } from '../list/preferences.ts'
import { group, onList, whyNoList } from './object-command.ts'

const pickers = () => import('./list-pickers.ts')

export const columnArgs = () => type({ column: 'string' })

const common = {
  group,
  when: and(onList, has('objects.rowCount'), not(has('objects.isSheet'))),
  why: (facts: FactValues): string | undefined =>
    whyNoList(facts) ??
    (facts['objects.isSheet']
      ? 'The columns of a sheet cannot be changed. Switch to the list first.'
      : undefined),
  effect: 'none',
} as const

/** Defines a command that acts on one column of the list on screen. */
const onColumn = (
  id: `objects.${string}`,
  title: string,
  act: (columns: ColumnsPage, path: string) => void,
  {
    isTitleToo = false,
    ...more
  }: Pick<Command, 'keywords' | 'aliases' | 'icon'> & { isTitleToo?: boolean },
) =>
  defineCommand({
    ...common,
    ...more,
    id,
    title,
    args: columnArgs,
    ask: {
      column: {
        kind: 'picker',
        title: 'Column',
        placeholder: 'Which column?',
        search: async (query, context) =>
          (await pickers()).visibleColumnRows(query, context, isTitleToo),
      },
    },
    runNow({ column }, { page }) {
      const columns = page(columnsPage)
      if (columns) act(columns, column)
    },
  })

export const moveColumnLeft = onColumn(
  'objects.move-column-left',
  'Move column left…',
  (columns, path) => columns.move(path, -1),
  { keywords: ['reorder columns', 'column order', 'arrange'], icon: 'arrow-left' },
)
export const moveColumnRight = onColumn(
  'objects.move-column-right',
  'Move column right…',
  (columns, path) => columns.move(path, 1),
  { keywords: ['reorder columns', 'column order', 'arrange'], icon: 'arrow-right' },
)
export const widenColumn = onColumn(
  'objects.widen-column',
  'Widen column…',
  (columns, path) => columns.resize(path, WIDTH_STEP),
  { keywords: ['column width', 'wider', 'resize'], icon: 'columns-3', isTitleToo: true },
)
export const narrowColumn = onColumn(
  'objects.narrow-column',
  'Narrow column…',
  (columns, path) => columns.resize(path, -WIDTH_STEP),
  { keywords: ['column width', 'narrower', 'resize'], icon: 'columns-3', isTitleToo: true },
)
export const pinColumn = onColumn(
  'objects.pin-column',
  'Pin column…',
  (columns, path) => columns.pin(path, true),
  {
    aliases: ['Freeze column'],
    keywords: ['sticky', 'keep in sight'],
    icon: 'bookmark',
    isTitleToo: true,
  },
)
export const unpinColumn = onColumn(
  'objects.unpin-column',
  'Unpin column…',
  (columns, path) => columns.pin(path, false),
  { aliases: ['Unfreeze column'], icon: 'bookmark', isTitleToo: true },
)
export const hideColumn = onColumn(
  'objects.hide-column',
  'Hide column…',
  (columns, path) => columns.hide(path),
  { aliases: ['Remove column'], icon: 'eye-off' },
)

/** Resets which columns are shown, their widths and which are pinned. */
export const resetColumns = defineCommand({
  group,
  when: onList,
  why: whyNoList,
  effect: 'none',
  id: 'objects.reset-columns',
  title: 'Reset columns',
  aliases: ['Default columns'],
  keywords: ['default', 'widths', 'unpin all'],
  icon: 'rotate-ccw',
  runNow(_args, { services, facts }) {
    const scope = [bucketSlugOf(facts), facts['objects.type'], facts['list.smartViewID']] as const
    services.get(Storage).remove(columnsKey(...scope))
    services.get(Storage).remove(layoutKey(...scope))
  },
})

export const columnCommands: readonly AnyCommand[] = [
  moveColumnLeft,
  moveColumnRight,
  widenColumn,
  narrowColumn,
  pinColumn,
  unpinColumn,
  hideColumn,
  resetColumns,
]
