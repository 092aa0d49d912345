import { objectSlug } from '@typecase/contract/slugs'

import { wordSlug } from '../../buckets/slug-from-title.ts'

const MAX_SLUG = 190
const isSlug = objectSlug()

/** Whether a text can be the slug of an object unchanged. */
export const isObjectSlug = (value: unknown): value is string => isSlug.allows(value)

/**
 * Creates a function that gives the objects of an import slugs that are unique in their scope. A valid and free slug
 * stays the same.
 */
export function createSlugList() {
  const taken = new Set<string>()
  /** The number to try next: thousands of objects may have the same title. */
  const numbers = new Map<string, number>()

  return (scope: string, raw: string): string => {
    const slug = isSlug.allows(raw) ? raw : wordSlug(raw, 'object')
    const base = slug.slice(0, MAX_SLUG).toWellFormed()
    let free = slug
    for (let n = numbers.get(`${scope}\0${base}`) ?? 2; taken.has(`${scope}\0${free}`); n += 1) {
      free = `${base}-${n}`
      numbers.set(`${scope}\0${base}`, n + 1)
    }
    taken.add(`${scope}\0${free}`)
    return free
  }
}
