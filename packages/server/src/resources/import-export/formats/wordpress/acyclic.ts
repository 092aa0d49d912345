/**
 * Removes parents that lead back to their child: in a damaged export, a page may be its own ancestor.
 * @param parents ids of parents by the id of the child
 * @returns the number of removed parents
 */
export function removeCycles(parents: Map<string, string>): number {
  const settled = new Set<string>()
  let removed = 0
  for (const start of parents.keys()) {
    const path = new Set<string>()
    let at: string | undefined = start
    while (at !== undefined && !settled.has(at)) {
      path.add(at)
      const parent = parents.get(at)
      if (parent !== undefined && path.has(parent)) {
        parents.delete(at)
        removed += 1
        break
      }
      at = parent
    }
    for (const id of path) settled.add(id)
  }
  return removed
}
