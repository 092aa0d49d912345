import type { ObjectTitles } from '@typecase/contract/objects'

/** Titles of a bucket's objects in columns: row `i` is `ids[i]`, `titles[i]`, … Plain data, stored in this form. */
export interface TitleData {
  /** The version of the bucket that the data reflects. */
  readonly version: number
  readonly ids: readonly string[]
  readonly titles: readonly string[]
  /** Indexes into `typeSlugs`. */
  readonly types: readonly number[]
  readonly typeSlugs: readonly string[]
  /** One character per object: p published, d draft, b draft over published. */
  readonly statuses: readonly string[]
  readonly locales: readonly (string | null)[]
  /** Distinct subtitles: for relations, ids joined with commas. `subtitleOf` are indexes into them, -1 for none. */
  readonly subtitles: readonly string[]
  readonly subtitleOf: readonly number[]
  /** The field that each type's subtitles come from. */
  readonly subtitleFields: Readonly<Record<string, string>>
}

/** Whether an answer can be applied to the current index. A difference cannot if the subtitle fields have changed. */
export function fits({ subtitleFields }: TitleData, answer: ObjectTitles): boolean {
  const [previous, now] = [subtitleFields, answer.subtitle_fields].map((fields) =>
    JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
  return answer.full || previous === now
}

/** Applies an answer of the server: a whole index, or the changes since the current one. */
export function applyTitles(data: TitleData | undefined, answer: ObjectTitles): TitleData {
  const { version, ids, titles, types, type_slugs: typeSlugs, locales, deleted } = answer
  const { subtitles, subtitle_of: subtitleOf, subtitle_fields: subtitleFields } = answer
  const statuses = Array.from(answer.statuses)
  if (answer.full || !data) {
    const columns = { ids, titles, types, typeSlugs, statuses, locales, subtitles, subtitleOf }
    return { version, subtitleFields, ...columns }
  }
  if (ids.length === 0 && deleted.length === 0) return { ...data, version }

  const slugs = [...data.typeSlugs]
  const typeMap = typeSlugs.map((slug) => indexIn(slugs, slug))
  const texts = [...data.subtitles]
  const textMap = subtitles.map((text) => indexIn(texts, text))
  const changed = new Map(ids.map((id, at) => [id, at]))
  const deletedIds = new Set(deleted)
  const next: Columns = {
    ids: [],
    titles: [],
    types: [],
    statuses: [],
    locales: [],
    subtitleOf: [],
  }
  for (const [row, id] of data.ids.entries()) {
    if (deletedIds.has(id) || changed.has(id)) continue
    next.ids.push(id)
    next.titles.push(data.titles[row] ?? '')
    next.types.push(data.types[row] ?? 0)
    next.statuses.push(data.statuses[row] ?? 'd')
    next.locales.push(data.locales[row] ?? null)
    next.subtitleOf.push(data.subtitleOf[row] ?? -1)
  }
  // The latest changes come last: of two equal matches the later row is shown first.
  for (const [at, id] of ids.entries()) {
    next.ids.push(id)
    next.titles.push(titles[at] ?? '')
    next.types.push(typeMap[types[at] ?? 0] ?? 0)
    next.statuses.push(statuses[at] ?? 'd')
    next.locales.push(locales[at] ?? null)
    next.subtitleOf.push(textMap[subtitleOf[at] ?? -1] ?? -1)
  }
  return { version, ...next, typeSlugs: slugs, subtitles: texts, subtitleFields }
}

function indexIn(texts: string[], text: string): number {
  const index = texts.indexOf(text)
  return index === -1 ? texts.push(text) - 1 : index
}

interface Columns {
  ids: string[]
  titles: string[]
  types: number[]
  statuses: string[]
  locales: (string | null)[]
  subtitleOf: number[]
}

/** One object of the index. */
export interface TitleRow {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly status: string
  readonly locale: string | null
}

/**
 * Returns the distinct subtitles for display: relations become the titles of the related objects.
 * @param isRelation whether the subtitles of a type are ids
 */
export function subtitleTexts(
  { ids, titles, types, typeSlugs, subtitles, subtitleOf }: TitleData,
  isRelation: (typeSlug: string) => boolean,
): readonly string[] {
  const relations = new Set(typeSlugs.flatMap((slug, type) => (isRelation(slug) ? [type] : [])))
  if (relations.size === 0) return subtitles
  const related = new Set<number>()
  for (const [row, text] of subtitleOf.entries()) {
    if (text >= 0 && relations.has(types[row] ?? -1)) related.add(text)
  }
  const titleOf = new Map(ids.map((id, row) => [id, titles[row] ?? '']))
  return subtitles.map((text, at) =>
    related.has(at)
      ? text
          .split(',')
          .flatMap((id) => titleOf.get(id) ?? [])
          .join(', ')
      : text,
  )
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
