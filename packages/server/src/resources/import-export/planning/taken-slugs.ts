import { blockedMoves } from '../../objects/store/slug-moves.ts'
import type { ObjectState } from '../../objects/model/state.ts'
import { textOfSlugKey, type SlugKey } from './existing.ts'

/**
 * Tracks which slugs the rows of an import take from existing objects. A row may take the slug of an object that
 * another row moves to a new slug, in any order of the rows.
 * @param findHolders returns ids of objects by `textOfSlugKey`
 */
export function createTakenSlugs(
  findHolders: (slugKeys: readonly SlugKey[]) => Promise<ReadonlyMap<string, string>>,
) {
  /** Holders of taken slugs, by the id of the object that takes the slug. */
  const holders = new Map<string, string>()
  const moving = new Set<string>()
  const taken = new Set<string>()
  const twice = new Set<string>()
  let unknown: { id: string; slugKey: SlugKey }[] = []

  return {
    holders,

    /** Adds the result of a row. @param before undefined for a new object */
    add(id: string, type: string, before: ObjectState | undefined, after: ObjectState): void {
      const slugKeyOf = ({ locale, slug }: ObjectState) => ({ type, locale, slug })
      const slugKey = slugKeyOf(after)
      const key = textOfSlugKey(slugKey)
      if (before && before.deleted_at === null) {
        if (key === textOfSlugKey(slugKeyOf(before))) return
        moving.add(id)
      }
      if (taken.has(key)) twice.add(id)
      taken.add(key)
      unknown.push({ id, slugKey })
    },

    /** Looks up the holders of the slugs added since the last call. */
    async look(): Promise<void> {
      if (unknown.length === 0) return
      const holderIDs = await findHolders(unknown.map(({ slugKey }) => slugKey))
      for (const { id, slugKey } of unknown) {
        const holder = holderIDs.get(textOfSlugKey(slugKey))
        if (holder !== undefined && holder !== id) holders.set(id, holder)
      }
      unknown = []
    },

    /** Whether an object takes a slug of another one. */
    isTaking: (id: string): boolean => holders.has(id) || twice.has(id),

    /**
     * Returns the objects that cannot take the slug of their row.
     * @param isRefused whether an object stays unchanged anyway
     */
    refusedIds(isRefused: (id: string) => boolean): Set<string> {
      const leaves = (id: string) => moving.has(id) && !twice.has(id) && !isRefused(id)
      return new Set([...twice, ...blockedMoves(holders, leaves)])
    },
  }
}

export type TakenSlugs = ReturnType<typeof createTakenSlugs>
