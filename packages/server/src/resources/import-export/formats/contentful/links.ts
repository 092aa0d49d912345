import { rowOf } from '../rows.ts'

/** Returns the id in a link; undefined for any other value. */
export function linkedId(value: unknown, linkType: 'Entry' | 'Asset' | 'Tag'): string | undefined {
  const { linkType: type, id } = rowOf(rowOf(value)['sys'])
  return type === linkType && typeof id === 'string' ? id : undefined
}
