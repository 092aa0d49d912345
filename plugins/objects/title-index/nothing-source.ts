import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { newObject, searchAllFields } from '../commands/open.ts'

/** Returns actions for words that match no object. */
export function search(query: string, { facts }: SearchContext): readonly Row[] {
  const words = query.trim()
  if (words === '') return []
  const all: Row = {
    id: 'all-fields',
    title: `Search all fields for “${words}”`,
    icon: 'search',
    run: refTo(searchAllFields, { words }),
  }
  const make: Row = {
    id: 'create',
    title: `Create “${words}”…`,
    icon: 'plus',
    run: { command: newObject.id, args: { title: words } },
  }
  return facts.can?.has('objects:write') ? [all, make] : [all]
}
