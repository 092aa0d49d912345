import { isVisible } from '@typecase/contract/field-values/show-when'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'

/**
 * The path of a value in a draft, with dots as the server names it: `title`, `metadata.height`, `metadata.rows.3.name`.
 * Keys of metafields contain no dot.
 */
export type Path = string

/** Returns the value at a path; undefined where the path does not exist. */
export function getAt(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)]
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}

/** Returns a copy with another value at a path. Everything off the path is shared with the original. */
export function setAt<T>(root: T, path: Path, value: unknown): T {
  // The type stays: only the value at the caller's path changes.
  return put(root, path.split('.'), value) as T
}

function put(node: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) {
    const copy: unknown[] = [...node]
    copy[Number(key)] = put(node[Number(key)], rest, value)
    return copy
  }
  const from = isRecord(node) ? node : {}
  if (rest.length === 0 && value === undefined) {
    const { [key]: _left, ...others } = from
    return others
  }
  const inner = Object.hasOwn(from, key) ? from[key] : undefined
  return { ...from, [key]: put(inner, rest, value) }
}

/** Whether the field at a path is shown. */
export function isVisibleAt(field: Metafield, values: unknown, path: Path): boolean {
  if (!field.show_when?.key) return true
  const level = path.slice(0, path.lastIndexOf('.'))
  // Above a row is the level that contains its repeater.
  const above = level.replace(/\.\d+$/, '').replace(/\.[^.]*$/, '')
  return isVisible(field, getAt(values, level), getAt(values, above))
}
