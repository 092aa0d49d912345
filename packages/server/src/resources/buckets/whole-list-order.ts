import { invalid } from '../../http/failure.ts'

/**
 * The order that a whole-list call asks for: the named ones in the order wanted, in the places that they hold
 * together; the ones left out keep theirs. So a list that changed meanwhile never loses a row.
 * @param path names the list in the error
 * @throws Failure `invalid` for a name that is not in the list, or that comes twice
 */
export function wholeListOrder(
  current: readonly string[],
  wanted: readonly string[],
  path: string,
): string[] {
  const known = new Set(current)
  const named = new Set<string>()
  for (const [index, name] of wanted.entries()) {
    if (!known.has(name))
      throw invalid(`${path}.${index}`, `${path}.${index} is not known`, 'unknown')
    if (named.has(name)) throw invalid(`${path}.${index}`, `${path}.${index} comes twice`, 'unique')
    named.add(name)
  }
  const next = wanted.values()
  return current.map((name) => (named.has(name) ? (next.next().value ?? name) : name))
}
