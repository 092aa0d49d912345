import { slugOfTitle } from '../../objects/store/slugs.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import { textOfSlugKey, type SlugKey } from './existing.ts'

type SlugOwner = Pick<StagedObject, 'type' | 'locale' | 'title'>

/** Number of slugs per lookup when many are taken one after another. */
const AHEAD = 256

/**
 * Assigns slugs to the rows of one import, each once per type and locale.
 * @param isTaken whether an object without a row holds a slug; `next` returns the candidates to try after it
 */
export function createSlugPool(
  isTaken: (slugKey: SlugKey, next: () => SlugKey[]) => Promise<boolean>,
) {
  const taken = new Set<string>()
  /** The number to try next, by slug: thousands of rows may have the same title. */
  const numbers = new Map<string, number>()

  async function take(slugKey: SlugKey, next: () => SlugKey[] = () => []): Promise<boolean> {
    const key = textOfSlugKey(slugKey)
    if (taken.has(key) || (await isTaken(slugKey, next))) return false
    taken.add(key)
    return true
  }

  return {
    /** @returns whether the slug was free */
    take: ({ type, locale }: SlugOwner, slug: string) => take({ type, locale, slug }),

    /** Takes a slug, by default that of the title. If it is taken, takes the first free one with `-2`, `-3` …. */
    async takeFree({ type, locale, title }: SlugOwner, base = slugOfTitle(title)): Promise<string> {
      const slugKeyOf = (n: number) => ({ type, locale, slug: n === 1 ? base : `${base}-${n}` })
      const key = textOfSlugKey(slugKeyOf(1))
      for (let n = numbers.get(key) ?? 1; ; n += 1) {
        const slugKey = slugKeyOf(n)
        if (!(await take(slugKey, () => numbersAfter(n).map(slugKeyOf)))) continue
        numbers.set(key, n + 1)
        return slugKey.slug
      }
    },
  }
}

/** Returns the numbers to look up together with `n`: few at first, more where many were taken, at most `AHEAD`. */
function numbersAfter(n: number): number[] {
  const end = Math.min(2 ** (Math.floor(Math.log2(n)) + 1), n - (n % AHEAD) + AHEAD)
  return Array.from({ length: end - n - 1 }, (_, index) => n + 1 + index)
}
