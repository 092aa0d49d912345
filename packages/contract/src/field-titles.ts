import { fieldInVersion, PUBLISHED_PREFIX } from './field-changes.ts'
import { fieldPaths, innerFields } from './field-values/field-tree.ts'
import type { Metafield } from './metafields.ts'

/** Titles of the fields that every object has. */
const objectFieldTitles: Readonly<Record<string, string>> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  type: 'Type',
  locale: 'Locale',
  status: 'Status',
  // Separate from the status: a public object may have a draft as its newest version.
  main_object_status: 'Public',
  thumbnail: 'Thumbnail',
  created_at: 'Created',
  modified_at: 'Modified',
  published_at: 'Published',
  publish_at: 'Publish at',
  unpublish_at: 'Unpublish at',
  // A field of media only.
  alt_text: 'Alt text',
}

const BELOW = 'metadata.'

/**
 * Returns a function that converts the path of a field to a title for people: `metadata.seo.text` → `SEO › Text`,
 * `metadata.rows.0.text` → `Rows › 1 › Text`. Ambiguous titles get the path appended; an unknown field keeps its path.
 */
export function fieldTitles(
  types: readonly { readonly metafields: readonly Metafield[] }[],
): (path: string) => string {
  const pathsByWords = new Map<string, Set<string>>()
  const note = (words: string, path: string) => {
    const paths = pathsByWords.get(words) ?? new Set()
    pathsByWords.set(words, paths.add(path))
  }
  for (const [path, words] of Object.entries(objectFieldTitles)) note(words, path)
  for (const { metafields } of types) {
    for (const fields of fieldPaths(metafields)) {
      const path = ['metadata', ...fields.map(({ key }) => key)].join('.')
      note(fields.map(titleOf).join(' › '), path)
    }
  }
  const titles = new Map<string, string>()

  function name(path: string): string {
    if (path.startsWith(PUBLISHED_PREFIX))
      return `${name(fieldInVersion(path))} (published version)`
    if (!path.startsWith(BELOW)) return objectFieldTitles[path] ?? path
    const keys = path.slice(BELOW.length).split('.')
    const trails = [...new Set(types.flatMap(({ metafields }) => trailOf(metafields, keys) ?? []))]
    if (trails.length === 0) return path
    const isShared = trails.some(
      (words) => (pathsByWords.get(withoutRows(words)) ?? new Set()).size > 1,
    )
    return isShared ? `${trails.join(' / ')} (${path})` : trails.join(' / ')
  }

  return (path) => {
    const words = titles.get(path) ?? name(path)
    titles.set(path, words)
    return words
  }
}

const titleOf = ({ title, key }: Metafield): string => title || key

/** Returns the titles along a path, or undefined for an unknown field. Keys inside JSON are their own titles. */
function trailOf(fields: readonly Metafield[], [key, ...rest]: string[]): string | undefined {
  const field = fields.find((one) => one.key === key)
  if (!field) return undefined
  const [row = '', ...inRow] = rest
  const isRow = /^\d+$/.test(row)
  const keys = isRow ? inRow : rest
  const inside = keys.length === 0 ? '' : within(field, keys)
  if (inside === undefined) return undefined
  const parts = [titleOf(field), isRow ? String(Number(row) + 1) : '', inside]
  return parts.filter((part) => part !== '').join(' › ')
}

const within = (field: Metafield, keys: string[]): string | undefined =>
  field.type === 'json' ? keys.join(' › ') : trailOf(innerFields(field), keys)

const withoutRows = (words: string): string => words.replaceAll(/ › \d+(?= › |$)/g, '')
