import { kindOf } from '@typecase/content/field-kind'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import type { CmsObject } from '@typecase/contract/objects'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useVirtualRows } from '@typecase/plugin-sdk/react/virtual-rows'
import {
  GridBody,
  GridCell,
  GridHeader,
  GridHeaderCell,
  GridRoot,
  GridRow,
} from '@typecase/ui/data-grid'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useEffect, useMemo, useRef } from 'react'

import { loadPatterns } from '@typecase/content/object/patterns'
import type { KindProblem } from '@typecase/content/object/problem'
import { countEdits, withEdits } from '../sheet/cell-edits.ts'
import { edgesOf } from '../sheet/cell-range.ts'
import { sheetPage } from '../sheet/sheet-page.ts'
import { type ListedObject, useRowHeight } from './object-grid.tsx'
import { RelationTitles } from './relation-titles.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { SheetCell } from './sheet-cell.tsx'
import styles from './sheet.module.css'
import type { ObjectListState } from './use-object-list.ts'
import { useSheet } from './use-sheet.ts'

/** Height in px of the header, which rows scroll under. */
const HEADER = 30
const OVERSCAN = 8

interface SheetGridProps {
  list: ObjectListState
  objects: readonly ListedObject[]
  total: number
}

/** Shows the rows of one page as a sheet: cells are edited in place, filled and pasted, and saved together. */
export function SheetGrid({ list, objects: listed, total }: SheetGridProps) {
  const { bucketSlug, skip, page, columns: fields } = list
  const kinds = useFieldKinds()
  const root = useRef<HTMLDivElement>(null)
  const objects = useMemo(
    () =>
      listed.map(({ object, main_object_status }): CmsObject => ({
        ...object,
        main_object_status,
      })),
    [listed],
  )
  const table = useMemo(() => {
    const kindProblem: KindProblem = (field, value) =>
      kindOf(kinds, field)?.info.problem?.(value, field)
    return { objects, fields, kindProblem }
  }, [objects, fields, kinds])
  // The engine that checks patterns is loaded over the network.
  useEffect(() => void loadPatterns(fields.flatMap(({ metafield }) => metafield ?? [])), [fields])
  const rowHeight = useRowHeight()
  const activeRow = useRef(0)
  const virtual = useVirtualRows({
    count: objects.length,
    box: () => root.current,
    height: () => rowHeight,
    // The row with the focused cell stays in the document.
    pinnedIndex: () => activeRow.current,
    overscan: OVERSCAN,
    top: HEADER,
  })
  const sheet = useSheet({ table, root, bucketSlug, scrollTo: virtual.scrollTo })
  const { range, edits, typing } = sheet
  const edges = edgesOf(range)
  // oxlint-disable-next-line react/refs -- the virtual rows are asked for before the active one is known
  activeRow.current = range.active.row
  const activeObject = objects[range.active.row]
  const { cells } = countEdits(edits)
  usePageHandle(sheetPage, sheet.page)
  useProvideFacts({
    'objects.isSheet': true,
    'objects.hasSheetEdits': cells > 0 || undefined,
    'objects.canUndoCells': sheet.page.edits.canUndo() || undefined,
    'objects.canRedoCells': sheet.page.edits.canRedo() || undefined,
    'objects.isTypingInCell': typing !== undefined || undefined,
    'objects.row': activeObject?.id,
  })
  const rows = useMemo(() => objects.map((object) => withEdits(object, edits)), [objects, edits])

  return (
    <div className={styles.sheet} data-sheet>
      <RelationTitles bucketSlug={bucketSlug} objects={rows} fields={fields}>
        <GridRoot
          ref={root}
          aria-label="Objects"
          rowCount={total + 1}
          columnCount={fields.length + 1}
          columns={['44px', ...fields.map(widthOf)].join(' ')}
          isMultiselectable
          isBusy={page.isPlaceholderData}
          onKeyDown={sheet.onKeyDown}
          onCopy={sheet.onCopy}
          onCut={sheet.onCut}
          onPaste={sheet.onPaste}
        >
          <GridHeader>
            <GridHeaderCell columnIndex={1}>
              <VisuallyHidden>Row</VisuallyHidden>
            </GridHeaderCell>
            {fields.map(({ path, title }, index) => (
              <GridHeaderCell key={path} columnIndex={index + 2}>
                {title}
              </GridHeaderCell>
            ))}
          </GridHeader>
          <GridBody height={virtual.height}>
            {virtual.items.map(({ index, start }) => {
              const object = rows[index]
              if (!object) return null
              const row = edits[object.id]
              return (
                <GridRow
                  key={object.id}
                  rowIndex={skip + index + 2}
                  top={start - HEADER}
                  tabIndex={-1}
                >
                  <GridCell columnIndex={1} look="number">
                    {skip + index + 1}
                  </GridCell>
                  {fields.map((field, column) => {
                    const isActive = range.active.row === index && range.active.column === column
                    return (
                      <SheetCell
                        key={field.path}
                        field={field}
                        object={object}
                        cell={{ row: index, column }}
                        edit={row?.cells[field.path]}
                        isSelected={
                          index >= edges.top &&
                          index <= edges.bottom &&
                          column >= edges.left &&
                          column <= edges.right
                        }
                        isActive={isActive}
                        isLast={index === edges.bottom && column === edges.right}
                        typing={isActive ? typing : undefined}
                        sheet={sheet}
                      />
                    )
                  })}
                </GridRow>
              )
            })}
          </GridBody>
        </GridRoot>
      </RelationTitles>
      <SheetBar table={table} sheet={sheet} />
    </div>
  )
}

const widthOf = ({ path, type }: ObjectListState['columns'][number]): string => {
  if (path === 'title') return 'minmax(220px, 2fr)'
  return type === 'number' || type === 'switch' ? '104px' : 'minmax(140px, 1fr)'
}
