import { isForbiddenKey } from './fields.ts'
import { isJsonObject } from './json-guard.ts'
import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'

/** The fields of each record that a caller requests: a tree of keys, or everything. */
export type Props = 'all' | PropsTree
/** A leaf (an empty map) stands for the whole value. */
export type PropsTree = ReadonlyMap<string, PropsTree>

/**
 * Parses `id,title,metadata.author.title`. A missing or empty list and `all` mean everything. Names that no record has
 * are no error; they select nothing.
 * @throws QueryError naming `props`.
 */
export function parseProps(text: string | undefined): Props {
  const paths = (text ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  if (paths.length === 0 || paths.includes('all')) return 'all'
  if (paths.length > limits.props) {
    throw new QueryError('too_large', 'props', `may name at most ${limits.props} fields`)
  }
  const tree: Branch = new Map()
  for (const path of paths) add(tree, path.split('.'))
  return tree
}

/** A mutable tree. */
type Branch = Map<string, Branch>

function add(tree: Branch, keys: readonly string[]): void {
  if (keys.length > limits.pathLength) {
    throw new QueryError('too_large', 'props', `a path may have at most ${limits.pathLength} keys`)
  }
  let branch = tree
  for (const [depth, key] of keys.entries()) {
    if (isForbiddenKey(key)) {
      throw new QueryError('forbidden_key', 'props', `must not use ${key} as a key`)
    }
    if (!/^[\p{L}\p{N}_-]{1,100}$/u.test(key)) {
      const rule = 'must be names of letters, digits, _ and -, with dots and commas between'
      throw new QueryError('invalid_value', 'props', rule)
    }
    const child = branch.get(key)
    // `metadata,metadata.a` selects all of metadata.
    if (child?.size === 0) return
    if (depth === keys.length - 1) branch.set(key, new Map())
    const next = branch.get(key) ?? new Map()
    branch.set(key, next)
    branch = next
  }
}

/** Prints props in the form that `parseProps` parses. */
export function printProps(props: Props): string {
  return props === 'all' ? 'all' : pathsOf(props).join(',')
}

function pathsOf(tree: PropsTree): string[] {
  return [...tree].flatMap(([key, below]) =>
    below.size === 0 ? [key] : pathsOf(below).map((path) => `${key}.${path}`),
  )
}

/**
 * Returns a copy of a record with only the selected fields, in the record's order. Lists are picked item by item.
 * Missing values are left out; an unresolved relation (an id) stays an id even if some of its fields are selected.
 */
export function pick(record: Readonly<Record<string, unknown>>, props: Props): object {
  return props === 'all' ? record : pickTree(record, props)
}

function pickTree(record: Readonly<Record<string, unknown>>, tree: PropsTree): object {
  const picked: [string, unknown][] = []
  for (const [key, value] of Object.entries(record)) {
    const below = tree.get(key)
    if (!below) continue
    const part = below.size === 0 ? value : pickValue(value, below)
    if (part !== undefined) picked.push([key, part])
  }
  return Object.fromEntries(picked)
}

function pickValue(value: unknown, tree: PropsTree): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => pickValue(item, tree)).filter((item) => item !== undefined)
  }
  return isJsonObject(value) ? pickTree(value, tree) : value
}

/** Whether `pick` keeps anything of the value at a path, such as `metadata.author`. */
export function isPicked(props: Props, path: string): boolean {
  if (props === 'all') return true
  let tree = props
  for (const key of path.split('.')) {
    const below = tree.get(key)
    if (!below) return false
    if (below.size === 0) return true
    tree = below
  }
  return true
}

/**
 * Returns the paths whose values must be objects for these props: every path with a selected field below it, nearest
 * first (`metadata.author`, `metadata.author.metadata.city`). Relations among them have to be resolved; the others are
 * groups, repeaters or files.
 */
export function neededObjects(props: Props): readonly string[] {
  return props === 'all' ? [] : pathsBelow(props, '')
}

function pathsBelow(tree: PropsTree, at: string): string[] {
  return [...tree].flatMap(([key, below]) => {
    if (below.size === 0) return []
    const path = `${at}${key}`
    const here = key === 'metadata' ? [] : [path]
    return [...here, ...pathsBelow(below, `${path}.`)]
  })
}
