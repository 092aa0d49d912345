import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { GridCheckbox, GridHeader, GridHeaderCell } from '@typecase/ui/data-grid'

import { sortBy } from '../commands/list.ts'
import type { ListField } from '@typecase/content/object/list-fields'
import { nextSort, readSort } from '../list/page.ts'
import type { GridSelection } from './use-grid-selection.ts'
import type { ObjectListState } from './use-object-list.ts'

interface GridHeadProps {
  list: ObjectListState
  fields: readonly ListField[]
  selection: GridSelection
}

/** Titles of the columns; a press sorts by one: ascending, descending, then dashboard order again. */
export function GridHead({ list, fields, selection }: GridHeadProps) {
  const commands = useService(Commands)
  const sorted = readSort(list.sort)
  const { coverage } = selection
  return (
    <GridHeader>
      <GridHeaderCell columnIndex={1}>
        <GridCheckbox
          aria-label="Select all on this page"
          isSelected={coverage === 'all'}
          isIndeterminate={coverage === 'some'}
          onChange={selection.toggleAll}
        />
      </GridHeaderCell>
      {fields.map(({ path, title, isUnsortable }, index) => (
        <GridHeaderCell
          key={path}
          columnIndex={index + 2}
          {...(!isUnsortable && {
            sort: sorted?.path === path ? (sorted.isDescending ? 'descending' : 'ascending') : null,
            onSort: () =>
              void commands.run(refTo(sortBy, { sort: nextSort(list.sort, path) ?? '' }), {
                source: 'button',
              }),
          })}
        >
          {title}
        </GridHeaderCell>
      ))}
    </GridHeader>
  )
}
