import type { Ref } from '@typecase/plugin-sdk/command'
import type { MatchRange, Row as SourceRow, SearchContext } from '@typecase/plugin-sdk/source'

/** A row of the list, of any kind. */
export interface ListRow {
  /** Unique in the whole list. Equal across queries for rows with the same meaning. */
  readonly value: string
  readonly title: string
  readonly subtitle?: string
  readonly icon?: string
  readonly ranges?: readonly MatchRange[]
  /** A key binding, shown at the right. */
  readonly keys?: string
  /** Why the row cannot be chosen now. */
  readonly reason?: string
  /** Whether the row is chosen, in a list of which several may be chosen. */
  readonly isChosen?: boolean
}

export interface ListSection<R extends ListRow = ListRow> {
  readonly id: string
  readonly heading: string
  readonly rows: readonly R[]
}

/** A row that runs something. */
export interface RunRow extends ListRow {
  readonly ref: Ref
  /** The id to learn when the row is chosen for a query: the id of its command. */
  readonly learnAs?: string
  /** The original row of a source, with its actions and preview. */
  readonly source?: SourceRow
  /** Loads the rows that replace the list when this row is chosen. */
  readonly unfold?: (context: SearchContext) => Promise<ListSection<RunRow>>
  /** Whether the row is content, as opposed to a bucket, view or release. */
  readonly isContent?: boolean
}

/** Limit of rows in the list: rendering more takes longer than it is worth. */
export const MAX_ROWS = 50

/** Cuts sections to the limit of rows in the list. */
export function cut<R extends ListRow>(sections: readonly ListSection<R>[]): ListSection<R>[] {
  let room = MAX_ROWS
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, room)
    room -= rows.length
    return rows.length > 0 ? [{ ...section, rows }] : []
  })
}
