import type { Metafield } from '@typecase/contract/metafields'

import type { Path } from './path.ts'

/** A broken rule, in the words of specification §5, with the field's title in place of its path. */
export interface Problem {
  readonly path: Path
  readonly message: string
  /** Whether the problem only blocks publishing: a missing value, or one that only the field's kind refuses. */
  readonly canWait?: boolean
}

/** Returns the problem with a value by the rules of its field's kind. */
export type KindProblem = (field: Metafield, value: unknown) => string | undefined

/** Kinds without extra rules. */
export const noKindProblem: KindProblem = () => undefined
