import { slugOfTitle } from '../../objects/store/slugs.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import { textOfSlugKey, type SlugKey } from './existing.ts'

type Scoped = Pick<StagedObject, 'type' | 'locale' | 'title'>

/** Number of slugs that are looked up at once when they are taken one after another. */
const AHEAD = 256

/**
 * Slugs that the rows of one import take, each once for its type and locale.
 * @param isTaken whether an object without a row holds a slug; `next` are the candidates in that case
 */
export function createSlugPool(
  isTaken: (slugKey: SlugKey, next: () => SlugKey[]) => Promise<boolean>,
) {
  const taken = new Set<string>()
  /** The number to try next by slug: thousands of rows may have one title. */
  const numbers = new Map<string, number>()

  async function take(slugKey: SlugKey, next: () => SlugKey[] = () => []): Promise<boolean> {
    const key = textOfSlugKey(slugKey)
    if (taken.has(key) || (await isTaken(slugKey, next))) return false
    taken.add(key)
    return true
  }

  return {
    /** @returns whether it was free */
    take: ({ type, locale }: Scoped, slug: string) => take({ type, locale, slug }),

    /** Takes a slug, by default that of the title, or with `-2`, `-3` … the first free one. */
    async takeFree({ type, locale, title }: Scoped, base = slugOfTitle(title)): Promise<string> {
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

/** The numbers up to the next power of two: few at first, more where many were taken. */
function numbersAfter(n: number): number[] {
  const end = Math.min(2 ** (Math.floor(Math.log2(n)) + 1), n - (n % AHEAD) + AHEAD)
  return Array.from({ length: end - n - 1 }, (_, index) => n + 1 + index)
}
