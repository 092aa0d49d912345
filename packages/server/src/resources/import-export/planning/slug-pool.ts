import { slugOfTitle } from '../../objects/slugs.ts'
import type { StagedObject } from '../reading/staged-object.ts'

type Scoped = Pick<StagedObject, 'type' | 'locale' | 'title'>

/**
 * Slugs that the rows of one import take, each once for its type and locale.
 * @param isTaken whether an object that no row is about holds it
 */
export function createSlugPool(isTaken: (of: Scoped, slug: string) => boolean) {
  const taken = new Set<string>()
  /** The number to try next by slug: thousands of rows may have one title. */
  const next = new Map<string, number>()
  const keyOf = ({ type, locale }: Scoped, slug: string) => `${type}\0${locale ?? ''}\0${slug}`

  return {
    /** @returns whether it was free */
    take(of: Scoped, slug: string): boolean {
      const key = keyOf(of, slug)
      if (taken.has(key) || isTaken(of, slug)) return false
      taken.add(key)
      return true
    },
    /** Takes a slug, that of the title unless given, or with `-2`, `-3` … the first that is free. */
    takeFree(of: Scoped, base = slugOfTitle(of.title)): string {
      const key = keyOf(of, base)
      for (let n = next.get(key) ?? 1; ; n += 1) {
        const slug = n === 1 ? base : `${base}-${n}`
        if (!this.take(of, slug)) continue
        next.set(key, n + 1)
        return slug
      }
    },
  }
}
