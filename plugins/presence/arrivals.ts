import type { Present } from '@typecase/contract/presence'

/**
 * The screen reader announcement of people who open the object, leave it, or enter the field that the user is in.
 * @param nameOf names a person by their id
 */
export function arrivals(
  before: readonly Present[],
  now: readonly Present[],
  currentField: string | null,
  nameOf: (userID: string) => string,
): string {
  const isHere = ({ field }: Present): boolean => currentField !== null && field === currentField
  const came = newIn(now, before)
  const joined = newIn(now.filter(isHere), before.filter(isHere)).filter((id) => !came.includes(id))
  const say = (ids: readonly string[], what: string) => ids.map((id) => `${nameOf(id)} ${what}`)
  return [
    ...say(came, 'also opened this object.'),
    ...say(newIn(before, now), 'closed this object.'),
    ...say(joined, 'is in the same field now.'),
  ].join(' ')
}

/** People with a tab among the first and none among the others. */
function newIn(tabs: readonly Present[], others: readonly Present[]): string[] {
  const ids = new Set(others.map(({ user_id }) => user_id))
  return [...new Set(tabs.map(({ user_id }) => user_id))].filter((id) => !ids.has(id))
}
