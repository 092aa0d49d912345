import type { FactValues } from './facts.ts'

/**
 * A query, and the command that must be its first match. Each plugin keeps its own in
 * `golden-queries.ts`; one test runs them all against all plugins together.
 */
export interface GoldenQuery {
  readonly query: string
  /** Id of the command. */
  readonly expect: string
  /** The facts when the query is typed. */
  readonly facts?: FactValues
}
