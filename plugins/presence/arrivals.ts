import type { Present } from '@typecase/contract/presence'

/**
 * Returns the announcement for screen readers of people who open the object, leave it, or enter the user's field.
 * @param nameOf returns the name of a person by id
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

/** Returns the people with a tab in the first list and none in the second. */
function newIn(tabs: readonly Present[], others: readonly Present[]): string[] {
  const ids = new Set(others.map(({ user_id }) => user_id))
  return [...new Set(tabs.map(({ user_id }) => user_id))].filter((id) => !ids.has(id))
}
