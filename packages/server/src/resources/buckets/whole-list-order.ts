import { invalid } from '../../http/failure.ts'

/**
 * Returns the order that a call with the whole list requests. Named rows take the requested order within the positions
 * that they occupy together; rows that are not named keep theirs, so a concurrent addition is never lost.
 * @param path path of the list in the error
 * @throws Failure `invalid` for a name that is not in the list, or that occurs twice
 */
export function wholeListOrder(
  current: readonly string[],
  slugs: readonly string[],
  path: string,
): string[] {
  const ids = new Set(current)
  const seen = new Set<string>()
  for (const [index, name] of slugs.entries()) {
    if (!ids.has(name))
      throw invalid(`${path}.${index}`, `${path}.${index} is not known`, 'unknown')
    if (seen.has(name)) throw invalid(`${path}.${index}`, `${path}.${index} comes twice`, 'unique')
    seen.add(name)
  }
  const next = slugs.values()
  return current.map((name) => (seen.has(name) ? (next.next().value ?? name) : name))
}
