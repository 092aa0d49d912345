import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from './json-equal.ts'
import type { Path } from './path.ts'
import type { Problem } from './problem.ts'

/** Returns the problems that the server reported in the details of an `invalid` error, by field. */
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

/** Converts a detail to a problem. The server's message names the path, but the user knows the field by its title. */
export function problemFrom(
  { path: full, message }: ErrorDetail,
  { title, type }: Metafield,
  path: Path = full,
): Problem {
  const last = path.split('.').at(-1) ?? path
  const prefix = [full, path, last].find((name) => message.startsWith(`${name} `))
  // A row of a repeater has its own fields. An item of any other list belongs to the list's field.
  const at = type === 'repeater' ? path : path.replace(/\.\d+$/, '')
  return { path: at, message: prefix ? `${title}${message.slice(prefix.length)}` : message }
}

/** Returns the metafield at `metadata.<key>…`, through groups and the rows of repeaters. */
export function fieldAt(fields: readonly Metafield[], path: Path): Metafield | undefined {
  const [head, ...keys] = path.split('.')
  if (head !== 'metadata') return undefined
  let level = fields
  let match: Metafield | undefined
  for (const key of keys) {
    // Skips a position in a list, which is no key.
    if (match && /^\d+$/.test(key)) continue
    match = level.find((field) => field.key === key)
    if (!match) return undefined
    level = match.children ?? match.repeater_fields ?? []
  }
  return match
}

/** Returns the location of a nested field: `Shows, row 2`; empty for a top-level field. */
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

/** Returns the details of an error response. */
export function detailsOf(error: unknown): readonly ErrorDetail[] {
  if (!isRecord(error) || !Array.isArray(error['details'])) return []
  // Where the role or the plan does not allow the change, no field is at fault.
  if (error['code'] === 'forbidden') return []
  // The API client has checked the shape of the error's body.
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

/** Returns the title of an object's field. */
export const fieldTitle = (fields: readonly Metafield[], path: Path): string =>
  fieldAt(fields, path)?.title ?? objectFields[path] ?? path
