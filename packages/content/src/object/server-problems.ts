import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'
import type { Path } from './path.ts'
import type { Problem } from './problem.ts'

/** The fields that the server found fault with, out of the details of an `invalid`. */
export function serverProblems(
  details: readonly ErrorDetail[],
  fields: readonly Metafield[],
): Problem[] {
  return details.map(({ path, message }) => {
    const inside = path.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^(body\.)?data\./, '')
    const field = fieldAt(fields, inside)
    return field ? problemFrom({ path, message }, field, inside) : { path: inside, message }
  })
}

/** The rules name the path; the user knows the field by its title. */
export function problemFrom(
  { path: full, message }: ErrorDetail,
  { title, type }: Metafield,
  path: Path = full,
): Problem {
  const last = path.split('.').at(-1) ?? path
  const named = [full, path, last].find((name) => message.startsWith(`${name} `))
  // Rows have fields; the items of other lists belong to the list's field.
  const at = type === 'repeater' ? path : path.replace(/\.\d+$/, '')
  return { path: at, message: named ? `${title}${message.slice(named.length)}` : message }
}

/** The metafield at `metadata.<key>…`, through groups and the rows of repeaters. */
export function fieldAt(fields: readonly Metafield[], path: Path): Metafield | undefined {
  const [head, ...keys] = path.split('.')
  if (head !== 'metadata') return undefined
  let level = fields
  let match: Metafield | undefined
  for (const key of keys) {
    // A position in a list, not a key.
    if (match && /^\d+$/.test(key)) continue
    match = level.find((field) => field.key === key)
    if (!match) return undefined
    level = match.children ?? match.repeater_fields ?? []
  }
  return match
}

/** The location of a nested field: `Shows, row 2`; empty for a top-level one. */
export function locationOf(fields: readonly Metafield[], path: Path): string {
  const keys = path.split('.').slice(0, -1)
  return keys
    .map((key, index) => {
      const title = fieldAt(fields, keys.slice(0, index + 1).join('.'))?.title
      return /^\d+$/.test(key) ? `row ${Number(key) + 1}` : title
    })
    .filter(Boolean)
    .join(', ')
}

/** The details of an error that the server answered. */
export function detailsOf(error: unknown): readonly ErrorDetail[] {
  if (!isRecord(error) || !Array.isArray(error['details'])) return []
  // No field is wrong where the role or the plan does not allow it.
  if (error['code'] === 'forbidden') return []
  // The API client made sure of the shape of an error's body.
  return error['details'] as ErrorDetail[]
}

const objectFields: Readonly<Record<string, string>> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  locale: 'Locale',
  thumbnail: 'Thumbnail',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
}

/** A field of an object as people know it. */
export const fieldTitle = (fields: readonly Metafield[], path: Path): string =>
  fieldAt(fields, path)?.title ?? objectFields[path] ?? path
