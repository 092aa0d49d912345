/** Compares two versions of the form `1.4.0`. @returns a negative number if the first one is older */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((version) => version.split('.').map(Number))
  const at = one?.findIndex((part, index) => part !== other?.[index]) ?? -1
  return at < 0 ? 0 : (one?.[at] ?? 0) - (other?.[at] ?? 0)
}
