import type { Column } from './column.ts'
import type { MetadataKeys } from './metadata-keys.ts'
import type { WordColumn } from './word-column.ts'

/** A running load of columns. */
export interface Loading {
  readonly columns: Map<string, Column>
  readonly words: Map<string, WordColumn>
  /** The metadata keys of all rows, if this load reads them. */
  readonly keys: MetadataKeys | undefined
  /** Number of rows read. */
  rows: number
  /** Rows that changed since the load began: the values read for them may be outdated. */
  readonly changed: Set<number>
  /** Whether this load adds the rows themselves. */
  readonly isFirst: boolean
  /** Paths whose texts are stored regardless of their length. */
  readonly fullTextPaths: ReadonlySet<string>
  /** Paths that patterns search: if their texts are too long, their words are loaded. */
  readonly searched: ReadonlySet<string>
}
