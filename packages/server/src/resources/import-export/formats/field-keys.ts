import { forbiddenKeys, metafieldKey } from '@typecase/contract/metafields'

import { titleOf } from '../reading/field-inference.ts'

const MAX_KEY = 100
const isKey = metafieldKey()

/** Creates a function that gives each field of a type a unique key. A valid key stays the same. */
export function createKeys(): (title: string) => string {
  const take = freeNames()
  return (title) => {
    const clean = title.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, MAX_KEY)
    const isAllowed = isKey.allows(clean) && !forbiddenKeys.includes(clean)
    return take(isAllowed ? clean : `field_${clean}`, '_')
  }
}

/** Creates the same function for the slugs of object types. */
export function createTypeSlugs(): (title: string) => string {
  const take = freeNames()
  return (title) => {
    const clean = title.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^[_-]+/, '')
    return take(clean === '' || clean === 'new' ? `type-${clean}` : clean, '-')
  }
}

/** Creates a function that numbers names which are already taken. */
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
