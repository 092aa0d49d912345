import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { GridCheckbox, GridHeader, GridHeaderCell } from '@typecase/ui/data-grid'
import { Menu, MenuSection } from '@typecase/ui/menu'
import { memo, useState } from 'react'

import {
  hideColumn,
  moveColumnLeft,
  moveColumnRight,
  narrowColumn,
  pinColumn,
  resetColumns,
  unpinColumn,
  widenColumn,
} from '../commands/columns.ts'
import { sortBy } from '../commands/list.ts'
import { titleField } from '@typecase/content/object/list-fields'
import type { GridColumn } from './use-columns.ts'
import type { GridSelection } from './use-grid-selection.ts'

interface GridHeadProps {
  columns: readonly GridColumn[]
  hasPinned: boolean
  isNarrow: boolean
  coverage: GridSelection['coverage']
  onToggleAll: () => void
  /** Sorts by the column: ascending, descending, then dashboard order again. */
  onSort: (path: string) => void
  onResize: (path: string, width: number, isDone: boolean) => void
}

/** The column titles, each with its menu. A press sorts by the column. */
export const GridHead = memo(function GridHead({
  columns,
  hasPinned,
  isNarrow,
  coverage,
  onToggleAll,
  onSort,
  onResize,
}: GridHeadProps) {
  const [menu, setMenu] = useState<{ column: GridColumn; anchor: HTMLElement }>()
  return (
    <GridHeader>
      <GridHeaderCell columnIndex={1} pinnedAt={hasPinned ? 0 : undefined}>
        <GridCheckbox
          aria-label="Select all on this page"
          isSelected={coverage === 'all'}
          isIndeterminate={coverage === 'some'}
          onChange={onToggleAll}
        />
      </GridHeaderCell>
      {columns.map((column) => {
        const { path, title } = column.field
        return (
          <GridHeaderCell
            key={path}
            columnIndex={column.columnIndex}
            pinnedAt={column.pinnedAt}
            sort={column.sort}
            onSort={column.sort === undefined ? undefined : () => onSort(path)}
            {...(!isNarrow && {
              onResize: (width: number, isDone: boolean) => onResize(path, width, isDone),
              onMenu: (anchor: HTMLElement) => setMenu({ column, anchor }),
            })}
          >
            {title}
          </GridHeaderCell>
        )
      })}
      {menu ? <ColumnMenu {...menu} onClose={() => setMenu(undefined)} /> : null}
    </GridHeader>
  )
})

interface ColumnMenuProps {
  column: GridColumn
  anchor: HTMLElement
  onClose: () => void
}

/** The menu of commands for a column, titled as in the palette. */
function ColumnMenu({ column: { field, pinnedAt, sort }, anchor, onClose }: ColumnMenuProps) {
  const { path, title } = field
  const args = { column: path }
  const isTitle = path === titleField.path
  return (
    <Menu
      aria-label={`Column ${title}`}
      autoFocus="first"
      onClose={onClose}
      float={{
        triggerRef: { current: anchor },
        isOpen: true,
        onOpenChange: (isOpen) => !isOpen && onClose(),
      }}
    >
      {sort !== undefined ? (
        <MenuSection>
          <CommandMenuItem command={sortBy} args={{ sort: path }} id="ascending">
            Sort ascending
          </CommandMenuItem>
          <CommandMenuItem command={sortBy} args={{ sort: `-${path}` }} id="descending">
            Sort descending
          </CommandMenuItem>
        </MenuSection>
      ) : null}
      <MenuSection>
        <CommandMenuItem command={widenColumn} args={args}>
          Wider
        </CommandMenuItem>
        <CommandMenuItem command={narrowColumn} args={args}>
          Narrower
        </CommandMenuItem>
        {isTitle ? null : (
          <>
            <CommandMenuItem command={moveColumnLeft} args={args}>
              Move left
            </CommandMenuItem>
            <CommandMenuItem command={moveColumnRight} args={args}>
              Move right
            </CommandMenuItem>
          </>
        )}
        {pinnedAt === undefined ? (
          <CommandMenuItem command={pinColumn} args={args}>
            Pin
          </CommandMenuItem>
        ) : (
          <CommandMenuItem command={unpinColumn} args={args}>
            Unpin
          </CommandMenuItem>
        )}
        {isTitle ? null : (
          <CommandMenuItem command={hideColumn} args={args}>
            Hide
          </CommandMenuItem>
        )}
      </MenuSection>
      <MenuSection>
        <CommandMenuItem command={resetColumns} />
      </MenuSection>
    </Menu>
  )
}
