import type { StagedObject } from '../reading/staged-object.ts'
import type { ExistingObjects } from './existing.ts'
import type { Match, StagedRow } from './staging.ts'

type Scope = Pick<StagedObject, 'type' | 'locale'>

/**
 * Keeps object types that hold one object for each locale at that.
 * @param slugs of those types
 * @param isGone whether the import takes an object of the bucket away
 * @returns says whether there is room for a row's object
 */
export function createSingletons(
  slugs: ReadonlySet<string>,
  existing: ExistingObjects,
  isGone: (id: string) => boolean,
) {
  const holders = new Map<string, string>()

  function holderOf({ type, locale }: Scope): string | undefined {
    const staying = existing.inLocale(type, locale).find((id) => !isGone(id))
    return holders.get(`${type}\0${locale ?? ''}`) ?? staying
  }

  return ({ object }: StagedRow, { id, isNew }: Match): boolean => {
    if (!slugs.has(object.type)) return true
    const holder = holderOf(object)
    // One that is there already stays, also where a type became a singleton with several objects.
    if (isNew && holder !== undefined && holder !== id) return false
    holders.set(`${object.type}\0${object.locale ?? ''}`, id)
    return true
  }
}

export type HasRoom = ReturnType<typeof createSingletons>
