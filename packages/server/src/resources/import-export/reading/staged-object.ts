import { locale as localeSchema, objectSlug } from '@typecase/contract/slugs'

import { asText } from '../../objects/metafield-values/value-check.ts'
import type { Issues } from './issues.ts'

/** An object of a file, its own fields checked. A field that is undefined was not in the file. */
export interface StagedObject {
  type: string
  title: string
  /** Undefined: made from the title. */
  slug: string | undefined
  content: string | undefined
  status: 'draft' | 'published' | undefined
  locale: string | null
  thumbnail: string | null | undefined
  /** UNIX ms. */
  publish_at: number | null | undefined
  unpublish_at: number | null | undefined
  /** ISO-8601. */
  published_at: string | undefined
  created_at: string | undefined
  modified_at: string | undefined
  created_by: string | undefined
  /** Its id in the system that it comes from. */
  old_id: string | undefined
  /** Values of its metafields as the file has them, by key. */
  values: Readonly<Record<string, unknown>>
}

/** Fields of an object beside its metadata that a file can hold. */
export type RawObject = Readonly<Partial<Record<Exclude<keyof StagedObject, 'values'>, unknown>>>

const isSlug = objectSlug()
const isLocale = localeSchema()
const isObjectId = /^[0-9a-f]{24}$/

/**
 * Checks an object's own fields.
 * @returns nothing when one is broken; each is told to `issues`
 */
export function readObject(
  raw: RawObject,
  values: Readonly<Record<string, unknown>>,
  row: number,
  issues: Issues,
): StagedObject | undefined {
  const title = asText(raw.title)?.trim()
  let isBroken = false
  function broken(path: string, message: string, rule: string): undefined {
    isBroken = true
    issues.error(row, path, message, rule, title)
    return undefined
  }
  function checked<T>(path: keyof RawObject, read: (value: unknown) => T | Problem): T | undefined {
    const value = raw[path]
    if (value === undefined || value === null || value === '') return undefined
    const found = read(value)
    return found instanceof Problem ? broken(path, `${path} ${found.words}`, found.rule) : found
  }

  if (!title) broken('title', 'title is a required field', 'required')
  else if (title.length > 1000) broken('title', 'title must be at most 1000 characters', 'max')
  const object: StagedObject = {
    type: String(raw.type),
    title: title ?? '',
    slug: checked('slug', (value) =>
      isSlug.allows(value)
        ? value
        : new Problem('must be a slug without spaces, slashes, ? and #', 'slug'),
    ),
    content: checked('content', text),
    status: checked('status', statusOf),
    locale:
      checked('locale', (value) =>
        isLocale.allows(value)
          ? value
          : new Problem('must be a locale such as en or en-US', 'locale'),
      ) ?? null,
    thumbnail: checked('thumbnail', (value) => {
      const name = asText(value)
      return name !== undefined && name.length <= 500
        ? name
        : new Problem('must be a text of at most 500 characters', 'max')
    }),
    publish_at: checked('publish_at', instantOf),
    unpublish_at: checked('unpublish_at', instantOf),
    published_at: checked('published_at', isoOf),
    created_at: checked('created_at', isoOf),
    modified_at: checked('modified_at', isoOf),
    created_by: checked('created_by', (value) =>
      typeof value === 'string' && isObjectId.test(value) ? value : undefined,
    ),
    old_id: checked('old_id', (value) => asText(value)?.slice(0, 100)),
    values,
  }
  return isBroken ? undefined : object
}

class Problem {
  readonly words: string
  readonly rule: string
  constructor(words: string, rule: string) {
    this.words = words
    this.rule = rule
  }
}

const text = (value: unknown) => asText(value) ?? new Problem('must be a text', 'type')

function statusOf(value: unknown): 'draft' | 'published' | Problem {
  return value === 'draft' || value === 'published'
    ? value
    : new Problem('must be draft or published', 'choice')
}

/** UNIX ms of a time as files write it: a number, a text of digits, or ISO-8601. */
function instantOf(value: unknown): number | Problem {
  const at = typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value)
  return Number.isFinite(at) && at >= 0 && at <= 8.64e15
    ? Math.trunc(at)
    : new Problem('must be a time such as 2026-11-20T09:00:00Z', 'time')
}

function isoOf(value: unknown): string | Problem {
  const at = instantOf(value)
  return at instanceof Problem ? at : new Date(at).toISOString()
}
