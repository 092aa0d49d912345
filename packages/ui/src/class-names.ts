/** Joins the class names that are set. For CSS modules, whose keys may be undefined to TypeScript. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
