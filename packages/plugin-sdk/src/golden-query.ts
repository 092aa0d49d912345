import type { FactValues } from './facts.ts'

/**
 * What someone types, and the command that must then be on top. Each plugin keeps its own in
 * `golden-queries.ts`; one test runs them all against all plugins together.
 */
export interface GoldenQuery {
  readonly query: string
  /** Id of the command. */
  readonly expect: string
  /** Where the user is. */
  readonly facts?: FactValues
}
