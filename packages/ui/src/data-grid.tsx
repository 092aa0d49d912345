import {
  type ComponentProps,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './data-grid.module.css'
import { Icon } from './icon.tsx'
import { isComposing } from './keyboard.ts'

/* The parts of a virtual table in the grid pattern (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). They contain no
   logic for data, focus or selection: the view provides it, with @tanstack/react-table and react-virtual. */

type Style = CSSProperties & Partial<Record<'--columns', string>>

export interface GridRootProps extends Omit<HTMLAttributes<HTMLDivElement>, 'className' | 'role'> {
  'aria-label': string
  /** Number of all rows including the header, also of those not in the document. */
  rowCount: number
  columnCount: number
  /** `grid-template-columns` of every row, such as `38px minmax(240px, 2fr) 1fr 128px`. */
  columns: string
  isMultiselectable?: boolean | undefined
  /** Some columns stay visible while scrolling: their cells have `pinnedAt`. */
  hasPinned?: boolean | undefined
  /** New rows are loading; the old ones stay visible. */
  isBusy?: boolean | undefined
  children: ReactNode
  /** The scrolling element, for react-virtual. */
  ref?: Ref<HTMLDivElement>
}

/** The scrolling grid. Exactly one row or cell in it should have `tabIndex` 0. */
export function GridRoot({
  rowCount,
  columnCount,
  columns,
  isMultiselectable,
  hasPinned,
  isBusy,
  style,
  children,
  ...rest
}: GridRootProps) {
  const gridStyle: Style = { ...style, '--columns': columns }
  return (
    <div
      {...rest}
      role="grid"
      aria-rowcount={rowCount}
      aria-colcount={columnCount}
      aria-multiselectable={isMultiselectable}
      aria-busy={isBusy}
      data-pinned={hasPinned || undefined}
      className={styles.grid}
      style={gridStyle}
    >
      {/* As wide as its columns need, so rows reach the end when the grid scrolls sideways. */}
      <div role="presentation" className={styles.table}>
        {children}
      </div>
    </div>
  )
}

/** The header row, which stays at the top. */
export function GridHeader({ children }: { children: ReactNode }) {
  return (
    <div role="rowgroup" className={styles.header}>
      <div role="row" aria-rowindex={1} className={styles.headerRow}>
        {children}
      </div>
    </div>
  )
}

export interface GridHeaderCellProps {
  children?: ReactNode
  columnIndex: number
  /** `null`: sortable, but not sorted by. Undefined: not sortable. */
  sort?: 'ascending' | 'descending' | null | undefined
  onSort?: (() => void) | undefined
  isNumeric?: boolean | undefined
  'aria-label'?: string | undefined
  /** Offset from the start of the grid in pixels, for a column that stays visible. */
  pinnedAt?: number | undefined
  /** Called while the edge is dragged, with the width in pixels; `isDone` on release. */
  onResize?: ((width: number, isDone: boolean) => void) | undefined
  /** Opens the column's menu next to this element: its button, or the right-clicked header. */
  onMenu?: ((anchor: HTMLElement) => void) | undefined
}

const pinStyle = (at: number | undefined): CSSProperties | undefined =>
  at === undefined ? undefined : { position: 'sticky', insetInlineStart: at, zIndex: 1 }

/** A column's title, which is a button if the column can be sorted. */
export function GridHeaderCell({
  children,
  columnIndex,
  sort,
  onSort,
  isNumeric,
  'aria-label': label,
  pinnedAt,
  onResize,
  onMenu,
}: GridHeaderCellProps) {
  const text =
    typeof children === 'string' ? (
      <span className={styles.headerText} title={children}>
        {children}
      </span>
    ) : (
      children
    )
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the context menu repeats a button of the header, which takes focus
    <div
      role="columnheader"
      aria-colindex={columnIndex}
      // The menu button is not part of the column's name.
      aria-label={label ?? (onMenu && typeof children === 'string' ? children : undefined)}
      aria-sort={sort === undefined ? undefined : (sort ?? 'none')}
      className={classNames(styles.headerCell, isNumeric && styles.numeric)}
      style={pinStyle(pinnedAt)}
      data-pinned={pinnedAt === undefined ? undefined : true}
      onContextMenu={(event) => {
        if (!onMenu) return
        event.preventDefault()
        onMenu(event.currentTarget)
      }}
    >
      {onSort ? (
        <button type="button" tabIndex={-1} className={styles.sort} onClick={onSort}>
          {text}
          {sort ? <Icon name={sort === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} /> : null}
        </button>
      ) : (
        text
      )}
      {onMenu ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Column menu"
          aria-haspopup="menu"
          className={styles.columnMenu}
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        >
          <Icon name="chevron-down" size={12} />
        </button>
      ) : null}
      {onResize ? <ColumnEdge onResize={onResize} /> : null}
    </div>
  )
}

/** The edge of a column. For the mouse only: the menu and commands do the same from the keyboard. */
function ColumnEdge({ onResize }: { onResize: (width: number, isDone: boolean) => void }) {
  const drag = useRef<{ x: number; width: number }>(undefined)
  const resize = (x: number, isDone: boolean): void => {
    if (drag.current) onResize(drag.current.width + x - drag.current.x, isDone)
  }
  return (
    <span
      role="presentation"
      className={styles.edge}
      onPointerDown={(event) => {
        const width = event.currentTarget.parentElement?.offsetWidth ?? 0
        drag.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={({ clientX }) => resize(clientX, false)}
      onPointerUp={({ clientX }) => {
        resize(clientX, true)
        drag.current = undefined
      }}
    />
  )
}

/** The body of the grid. `height` is the virtualizer's total size in px; without it, rows are in normal flow. */
export function GridBody({
  height,
  children,
}: {
  height?: number | undefined
  children: ReactNode
}) {
  return (
    <div
      role="rowgroup"
      className={styles.body}
      style={height === undefined ? undefined : { height }}
    >
      {children}
    </div>
  )
}

export interface GridRowProps extends Omit<
  HTMLAttributes<HTMLDivElement>,
  'className' | 'role' | 'aria-selected' | 'aria-rowindex'
> {
  /** Counted from 2; the header is row 1. */
  rowIndex: number
  /** Distance from the body's top in px, from the virtualizer. */
  top?: number | undefined
  isSelected?: boolean | undefined
  /** The row that the keyboard acts on: it has the mark at the left and `tabIndex` 0. */
  isCurrent?: boolean | undefined
  isDisabled?: boolean | undefined
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A row. A selected row is tinted, the current row has a mark at the left; a row can be either or both. */
export function GridRow({
  rowIndex,
  top,
  isSelected,
  isCurrent = false,
  isDisabled,
  style,
  ...rest
}: GridRowProps) {
  const placed: CSSProperties =
    top === undefined ? {} : { position: 'absolute', transform: `translateY(${top}px)` }
  return (
    <div
      tabIndex={isCurrent ? 0 : -1}
      {...rest}
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      aria-disabled={isDisabled || undefined}
      data-current={isCurrent || undefined}
      className={styles.row}
      style={{ ...placed, ...style }}
    />
  )
}

export interface GridCellProps extends Omit<
  HTMLAttributes<HTMLDivElement>,
  'className' | 'role' | 'aria-colindex'
> {
  columnIndex: number
  /** `main` is the row's title, `code` a slug or a locale, `number` has tabular figures. */
  look?: 'plain' | 'main' | 'code' | 'number' | undefined
  isInvalid?: boolean | undefined
  /** Offset from the start of the grid in pixels, for a column that stays visible. */
  pinnedAt?: number | undefined
  ref?: Ref<HTMLDivElement>
}

/** A cell with one line of text; longer text ends in an ellipsis. */
export function GridCell({
  columnIndex,
  look = 'plain',
  isInvalid,
  pinnedAt,
  ...rest
}: GridCellProps) {
  return (
    <div
      {...(pinnedAt !== undefined && { style: pinStyle(pinnedAt), 'data-pinned': true })}
      {...rest}
      role="gridcell"
      aria-colindex={columnIndex}
      data-invalid={isInvalid || undefined}
      className={classNames(styles.cell, styles[look])}
    />
  )
}

export interface GridCheckboxProps {
  'aria-label': string
  isSelected: boolean
  isIndeterminate?: boolean | undefined
  onChange: (isSelected: boolean, modifiers: { shiftKey: boolean }) => void
}

/**
 * The check box that selects a row. Not a Tab stop, because `x` on the row does the same. It passes on Shift, which
 * extends the selection.
 */
export function GridCheckbox({
  isSelected,
  isIndeterminate,
  onChange,
  ...rest
}: GridCheckboxProps) {
  const ref: ComponentProps<'input'>['ref'] = (input) => {
    if (input) input.indeterminate = isIndeterminate ?? false
  }
  function handleClick(event: MouseEvent<HTMLInputElement>) {
    event.stopPropagation()
    onChange(!isSelected, { shiftKey: event.shiftKey })
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (!isComposing(event) && event.key === ' ') event.stopPropagation()
  }
  return (
    <input
      {...rest}
      ref={ref}
      type="checkbox"
      tabIndex={-1}
      checked={isSelected}
      className={styles.checkbox}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      readOnly
    />
  )
}

export interface GridGroupTitleProps {
  title: string
  /** Number of rows in the group, as text. */
  size: string
  /** Undefined if the group cannot be folded. */
  isExpanded?: boolean | undefined
  onToggle: () => void
}

/** The title of a group of rows, in a cell over all columns. Not a Tab stop, because keys on its row do the same. */
export function GridGroupTitle({ title, size, isExpanded, onToggle }: GridGroupTitleProps) {
  const words = (
    <>
      <span className={styles.groupTitle}>{title}</span>
      <span className={styles.groupCount}>{size}</span>
    </>
  )
  if (isExpanded === undefined) return <span className={styles.groupButton}>{words}</span>
  function handleClick(event: MouseEvent) {
    event.stopPropagation()
    onToggle()
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isExpanded}
      aria-label={`${title}, ${size}`}
      className={styles.groupButton}
      onClick={handleClick}
    >
      <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} size={14} />
      {words}
    </button>
  )
}

/**
 * A picture of 26 px at the start of a row's title. Its space stays empty without a picture, or if it does not load.
 */
export function GridThumbnail({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return src && src !== broken ? (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={styles.thumbnail}
      onError={() => setBroken(src)}
    />
  ) : (
    <span className={styles.thumbnail} />
  )
}

export interface GridFieldProps extends Omit<
  ComponentProps<'textarea'>,
  'className' | 'rows' | 'children'
> {
  'aria-label': string
}

/** The text field in the active cell of a sheet. It fills the cell, which shows the focus ring. */
export function GridField(props: GridFieldProps) {
  return <textarea {...props} rows={1} className={styles.field} />
}
