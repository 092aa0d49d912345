import type { Preview, Ref } from './command.ts'
import type { FactValues } from './facts.ts'
import type { Proposal } from './services.ts'
import type { Services } from './token.ts'
import type { When } from './when.ts'

/** Finds rows for the palette: objects by title, media, people, pages of the help. */
export interface Source {
  readonly id: `${string}.${string}`
  /** Heading of its rows. */
  readonly title: string
  /**
   * The typed character that limits the palette to this source: `>` commands, `/` content, `#` tags and views, `@`
   * people, `!` media, `?` questions.
   */
  readonly prefix?: '>' | '/' | '#' | '@' | '!' | '?'
  /** Minimum number of typed characters; 2 by default. */
  readonly minChars?: number
  /** Number of rows shown next to other sources; 5 by default. Alone, the source may show 50. */
  readonly limit?: number
  readonly order?: number
  /** Searched only after its prefix, or when no other source has found anything, to suggest what to do then. */
  readonly isLastResort?: boolean
  /** Whether Tab inserts the prefix before the typed text. Not applied where the text begins the active row's title. */
  takesTab?(text: string): boolean
  readonly when?: When
  load(): Promise<SourceModule>
}

/** The exports of a source's module. */
export interface SourceModule {
  /** Best first. Must stop when `context.signal` aborts; a rejection hides the source for this query. */
  search(query: string, context: SearchContext): Promise<readonly Row[]> | readonly Row[]
  /** Called once at idle after login, to load an index. */
  warm?(context: SearchContext): Promise<void>
}

/** Context for `search`, in addition to the query. */
export interface SearchContext {
  readonly services: Services
  readonly facts: FactValues
  readonly signal: AbortSignal
  /** The prefix that was typed. */
  readonly prefix?: Source['prefix']
  /** Maximum number of rows; further ones are cut off. */
  readonly limit: number
}

/** A half-open range of UTF-16 positions in a row's title. */
export type MatchRange = readonly [start: number, end: number]

/** A row of the palette. */
export interface Row {
  /** Unique within its source and stable between searches. */
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly icon?: string
  readonly keywords?: readonly string[]
  /** Parts of the title that matched. */
  readonly ranges?: readonly MatchRange[]
  /** The action on Enter. */
  readonly run: Ref
  /** Why it cannot be chosen now. */
  readonly reason?: string
  /** The arguments of `run` are a suggestion: they are shown before it runs. */
  readonly proposal?: Proposal
  /**
   * Called instead of `run` when the row is chosen: the rows it returns replace the list. A single row is run at once.
   */
  unfold?(context: SearchContext): Promise<readonly Row[]>
  /** Actions that Mod+. offers for the row. */
  readonly actions?: readonly Ref[]
  /** Returns the content of the pane next to the list; called 120 ms after the row became active. */
  preview?(context: SearchContext): Promise<Preview>
}
