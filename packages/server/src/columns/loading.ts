import type { Column } from './column.ts'
import type { MetadataKeys } from './metadata-keys.ts'
import type { WordColumn } from './word-column.ts'

/** Columns that are being filled. */
export interface Loading {
  readonly columns: Map<string, Column>
  readonly words: Map<string, WordColumn>
  /** The keys of all rows, if loaded. */
  readonly keys: MetadataKeys | undefined
  /** Rows that were read. */
  rows: number
  /** Rows that changed since the load began: the values read for them may be out of date. */
  readonly changed: Set<number>
  /** Whether it brings in the rows themselves. */
  readonly isFirst: boolean
  /** Paths whose texts are stored in any length. */
  readonly fullTextPaths: ReadonlySet<string>
  /** Paths whose words are wanted where their texts are too long. */
  readonly searched: ReadonlySet<string>
}
