import type { Ref } from '@typecase/plugin-sdk/command'
import type { MatchRange, Row as SourceRow, SearchContext } from '@typecase/plugin-sdk/source'

/** A row of the list, of any kind. */
export interface ListRow {
  /** Unique in the whole list; survives from one query to the next where it means the same. */
  readonly value: string
  readonly title: string
  readonly subtitle?: string
  readonly icon?: string
  readonly ranges?: readonly MatchRange[]
  /** A key binding, shown at the right. */
  readonly keys?: string
  /** Why it cannot be chosen now. */
  readonly reason?: string
  /** One of several that may be chosen: whether it is. */
  readonly isChosen?: boolean
}

export interface ListSection<R extends ListRow = ListRow> {
  readonly id: string
  readonly heading: string
  readonly rows: readonly R[]
}

/** A row that stands for something to run. */
export interface RunRow extends ListRow {
  readonly ref: Ref
  /** The id to learn when the row is chosen for a query: that of its command. */
  readonly learnAs?: string
  /** The row of a source, with its actions and its preview. */
  readonly source?: SourceRow
  /** What choosing it puts in its place. */
  readonly unfold?: (context: SearchContext) => Promise<ListSection<RunRow>>
  /** Whether it is a piece of content, as opposed to a bucket, a view, a release. */
  readonly isContent?: boolean
}

/** Rows that the list shows at most: rendering more costs more than reading them is worth. */
export const MAX_ROWS = 50

/** Cuts sections so that together they hold no more than the list shows. */
export function cut<R extends ListRow>(sections: readonly ListSection<R>[]): ListSection<R>[] {
  let room = MAX_ROWS
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, room)
    room -= rows.length
    return rows.length > 0 ? [{ ...section, rows }] : []
  })
}
