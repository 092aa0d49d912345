import type { ObjectTitles } from '@typecase/contract/objects'

/** Titles of a bucket's objects in columns: row `i` is `ids[i]`, `titles[i]`, … Plain data, as it is stored. */
export interface TitleData {
  /** The bucket's version it is of. */
  readonly version: number
  readonly ids: readonly string[]
  readonly titles: readonly string[]
  /** Indexes into `typeSlugs`. */
  readonly types: readonly number[]
  readonly typeSlugs: readonly string[]
  /** One character an object: p published, d draft, b draft over published. */
  readonly statuses: readonly string[]
  readonly locales: readonly (string | null)[]
}

/** Takes an answer of the server in: a whole index, or what changed since the one at hand. */
export function applyTitles(data: TitleData | undefined, answer: ObjectTitles): TitleData {
  const { version, ids, titles, types, type_slugs: typeSlugs, locales, deleted } = answer
  const statuses = Array.from(answer.statuses)
  if (answer.full || !data) return { version, ids, titles, types, typeSlugs, statuses, locales }
  if (ids.length === 0 && deleted.length === 0) return { ...data, version }

  const slugs = [...data.typeSlugs]
  const placeOf = (slug: string): number => {
    const known = slugs.indexOf(slug)
    return known === -1 ? slugs.push(slug) - 1 : known
  }
  const typeMap = typeSlugs.map(placeOf)
  const changed = new Map(ids.map((id, at) => [id, at]))
  const gone = new Set(deleted)
  const next = { ids: [], titles: [], types: [], statuses: [], locales: [] } as Columns
  for (const [row, id] of data.ids.entries()) {
    if (gone.has(id) || changed.has(id)) continue
    next.ids.push(id)
    next.titles.push(data.titles[row] ?? '')
    next.types.push(data.types[row] ?? 0)
    next.statuses.push(data.statuses[row] ?? 'd')
    next.locales.push(data.locales[row] ?? null)
  }
  // What was changed last comes last, and of two equal matches the later row is shown first.
  for (const [at, id] of ids.entries()) {
    next.ids.push(id)
    next.titles.push(titles[at] ?? '')
    next.types.push(typeMap[types[at] ?? 0] ?? 0)
    next.statuses.push(statuses[at] ?? 'd')
    next.locales.push(locales[at] ?? null)
  }
  return { version, ...next, typeSlugs: slugs }
}

interface Columns {
  ids: string[]
  titles: string[]
  types: number[]
  statuses: string[]
  locales: (string | null)[]
}

/** One object of the index. */
export interface TitleRow {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly status: string
  readonly locale: string | null
}

export function rowAt(data: TitleData, row: number): TitleRow | undefined {
  const id = data.ids[row]
  if (id === undefined) return undefined
  return {
    id,
    title: data.titles[row] ?? '',
    type: data.typeSlugs[data.types[row] ?? 0] ?? '',
    status: statusWords[data.statuses[row] ?? 'd'] ?? 'draft',
    locale: data.locales[row] ?? null,
  }
}

const statusWords: Readonly<Record<string, string>> = {
  p: 'published',
  d: 'draft',
  b: 'draft over published',
}
