import { isJsonEqual } from '@typecase/content/object/json-equal'
import type { Path } from '@typecase/content/object/path'
import { getAt, setAt } from '@typecase/content/object/path'
import { changedPaths, type Groups } from './units.ts'
import type { Values } from '@typecase/content/object/values'

/** A field that both sides changed to different values. */
export interface Clash {
  readonly path: Path
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merge {
  /** Their values with my changes applied. A clashing field keeps mine. */
  readonly values: Values
  readonly clashes: readonly Clash[]
  /** Fields that only they changed. */
  readonly taken: readonly Path[]
}

/**
 * Merges three ways, field by field.
 * @param ours values that I sent without an answer: a value equal to one of these is not their change
 */
export function mergeValues(
  base: Values,
  mine: Values,
  theirs: Values,
  groups: Groups,
  ours: readonly Values[] = [],
): Merge {
  const byMe = changedPaths(base, mine, groups)
  const byThem = new Set(changedPaths(base, theirs, groups))
  let values = theirs
  const clashes: Clash[] = []
  for (const path of byMe) {
    const myValue = getAt(mine, path)
    const other = getAt(theirs, path)
    values = setAt(values, path, myValue)
    const isTheirs = byThem.delete(path) && !isJsonEqual(myValue, other)
    const isOurs = ours.some((sent) => isJsonEqual(getAt(sent, path), other))
    if (isTheirs && !isOurs)
      clashes.push({ path, base: getAt(base, path), mine: myValue, theirs: other })
  }
  return { values, clashes, taken: [...byThem] }
}
