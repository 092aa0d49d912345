import { forbiddenKeys, metafieldKey } from '@typecase/contract/metafields'

import { titleOf } from '../reading/field-inference.ts'

const MAX_KEY = 100
const isKey = metafieldKey()

/** A function that gives the fields of one type their keys, each once. A key that is allowed stays the same. */
export function createKeys(): (written: string) => string {
  const take = freeNames()
  return (written) => {
    const clean = written.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, MAX_KEY)
    const isAllowed = isKey.allows(clean) && !forbiddenKeys.includes(clean)
    return take(isAllowed ? clean : `field_${clean}`, '_')
  }
}

/** The same for the slugs of object types. */
export function createTypeSlugs(): (written: string) => string {
  const take = freeNames()
  return (written) => {
    const clean = written.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^[_-]+/, '')
    return take(clean === '' || clean === 'new' ? `type-${clean}` : clean, '-')
  }
}

/** Numbers names that were taken before. */
function freeNames(): (name: string, separator: string) => string {
  const taken = new Set<string>()
  return (name, separator) => {
    let free = name.slice(0, MAX_KEY)
    for (let n = 2; taken.has(free); n += 1) free = `${name.slice(0, MAX_KEY - 4)}${separator}${n}`
    taken.add(free)
    return free
  }
}

/** `coverImage` → `Cover image`. */
export const titleOfKey = (key: string): string =>
  titleOf(
    key.replaceAll(/(?<=[\p{Ll}\p{N}])(\p{Lu})(\p{Ll})?/gu, (_, capital: string, next?: string) =>
      next === undefined ? ` ${capital}` : ` ${capital.toLowerCase()}${next}`,
    ),
  )
