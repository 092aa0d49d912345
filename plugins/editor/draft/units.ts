import type { ObjectType } from '@typecase/contract/object-types'

import { isJsonEqual, isRecord } from '@typecase/content/object/json-equal'
import type { Path } from '@typecase/content/object/path'
import { getAt } from '@typecase/content/object/path'
import type { Values } from '@typecase/content/object/values'

/** Paths of groups. Their children change separately; any other field changes as a whole. */
export type Groups = ReadonlySet<Path>

export function groupsOf(objectType: ObjectType): Groups {
  return new Set(
    objectType.metafields
      .filter(({ type }) => type === 'parent')
      .map(({ key }) => `metadata.${key}`),
  )
}

/** Returns the paths whose values differ between two states: own fields, metafields, children of groups. */
export function changedPaths(from: Values, to: Values, groups: Groups): Path[] {
  if (from === to) return []
  return differing(from, to, '', groups)
}

function differing(from: object, to: object, prefix: string, groups: Groups): Path[] {
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...keys].flatMap((key) => {
    const path = `${prefix}${key}`
    const before = getAt(from, key)
    const after = getAt(to, key)
    if (before === after || isJsonEqual(before, after)) return []
    const isInside = path === 'metadata' || groups.has(path)
    // If a group is missing on one side, so are all of its children.
    if (isInside && isRecordOrNothing(before) && isRecordOrNothing(after)) {
      return differing(before ?? {}, after ?? {}, `${path}.`, groups)
    }
    return [path]
  })
}

function isRecordOrNothing(value: unknown): value is Record<string, unknown> | undefined | null {
  return value === undefined || value === null || isRecord(value)
}
