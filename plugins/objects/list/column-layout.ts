import type { StorageService } from '@typecase/plugin-sdk/services'

import { titleField } from '@typecase/content/object/list-fields'

/** The widths of a list's columns, and which columns stay visible when the list scrolls sideways. */
export interface ColumnLayout {
  /** Width in pixels by path, for the columns that a user resized. */
  readonly widths: Readonly<Record<string, number>>
  readonly pinned: readonly string[]
}

export const MIN_WIDTH = 64
export const MAX_WIDTH = 900
/** Pixels by which one key press widens or narrows a column. */
export const WIDTH_STEP = 40

/** Returns the storage key of a layout: one for each bucket and type, or smart view, as for the columns. */
export const layoutKey = (
  bucketSlug: string,
  type: string | undefined,
  view?: string,
): `objects.${string}` => `objects.layout.${bucketSlug}.${view ? `view ${view}` : (type ?? '')}`

export const defaultLayout: ColumnLayout = { widths: {}, pinned: [] }

/** Parses the layout in the browser's storage, or returns the default layout if it is invalid. */
export function readLayout(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return defaultLayout
  const { widths, pinned }: { widths?: unknown; pinned?: unknown } = stored
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  return {
    widths: Object.fromEntries(
      entries.flatMap(([path, width]) =>
        typeof width === 'number' ? [[path, withinLimits(width)]] : [],
      ),
    ),
    pinned: Array.isArray(pinned) ? pinned.filter((path) => typeof path === 'string') : [],
  }
}

/** Stores a layout, or removes the entry if it is the default layout. */
export function storeLayout(
  storage: Pick<StorageService, 'set' | 'remove'>,
  key: `objects.${string}`,
  { widths, pinned }: ColumnLayout,
): void {
  if (pinned.length === 0 && Object.keys(widths).length === 0) storage.remove(key)
  else storage.set(key, { widths, pinned: [...pinned] })
}

/** Returns a width within the limits of a column, in whole pixels. */
export const withinLimits = (width: number): number =>
  Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

/** Pins a column to the right of the pinned ones. The title is always pinned first. */
export function withPin({ widths, pinned }: ColumnLayout, path: string): ColumnLayout {
  const others = pinned.filter((one) => one !== path && one !== titleField.path)
  const added = path === titleField.path ? [] : [path]
  return { widths, pinned: [titleField.path, ...others, ...added] }
}

/** Unpins a column, and also the title if no other column remains pinned. */
export function withoutPin({ widths, pinned }: ColumnLayout, path: string): ColumnLayout {
  const rest = pinned.filter((one) => one !== path)
  const isTitleAlone = rest.every((one) => one === titleField.path)
  return { widths, pinned: isTitleAlone ? [] : rest }
}

/** Returns the paths with one moved by one position, or undefined if it cannot move. The title stays first. */
export function moveColumn(
  paths: readonly string[],
  path: string,
  by: -1 | 1,
): readonly string[] | undefined {
  const at = paths.indexOf(path)
  const to = at + by
  if (at < 1 || to < 1 || to >= paths.length) return undefined
  const moved = paths.filter((one) => one !== path)
  moved.splice(to, 0, path)
  return moved
}
