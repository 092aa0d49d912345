import { Failure } from '../../../../http/failure.ts'
import { ndjsonRecords } from '../../reading/ndjson.ts'
import type { ExportFiles } from '../format.ts'
import { type Row, rowOf, textOf } from '../rows.ts'

/** The kinds of rows in an export; each has its own folder. */
type Kind = 'schemas' | 'entities' | 'links' | 'configuration'

/** The type of uploaded files. */
export const FILE = 'plugin::upload.file'

export interface Entity {
  readonly type: string
  readonly id: string
  readonly data: Row
}

/** One end of a link: an entity, or a component within one. */
export interface LinkEnd {
  readonly type: string
  readonly id: string
}

/** Returns the files of a kind, in order: `entities/entities_00001.jsonl` and so on. */
export const pathsOf = (files: ExportFiles, kind: Kind): string[] =>
  files.paths
    .filter((path) => new RegExp(`(?:^|/)${kind}/[^/]+\\.jsonl$`).test(path))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/**
 * Yields the rows of a kind, one per line.
 * @param onProblem called for a line that cannot be imported
 * @throws Failure for a line that is not JSON, because the file is damaged
 */
export async function* rowsIn(
  files: ExportFiles,
  kind: Kind,
  onProblem: (words: string) => void = () => {},
): AsyncGenerator<Row> {
  for (const path of pathsOf(files, kind))
    for await (const { row, problem, values } of ndjsonRecords(files.text(path))) {
      if (problem !== undefined && problem.startsWith('is not '))
        throw new Failure('invalid', `Line ${row} of ${path} ${problem}. Nothing was imported.`)
      if (problem !== undefined) onProblem(`Line ${row} of ${path} ${problem}. It is left out.`)
      else if (values) yield values
    }
}

/** Yields the entities of an export. */
export async function* entitiesIn(
  files: ExportFiles,
  onProblem: (words: string) => void = () => {},
): AsyncGenerator<Entity> {
  for await (const { type, id, data } of rowsIn(files, 'entities', onProblem)) {
    const key = idOf(id)
    if (typeof type === 'string' && key !== '') yield { type, id: key, data: rowOf(data) }
    else onProblem('Entities without a type and an id are left out.')
  }
}

/** Returns the id of a row, which is a number in most databases. */
export const idOf = (id: unknown): string => (typeof id === 'number' ? String(id) : textOf(id))

/** Reads the targets of each field of an entity or component, in both directions. */
export async function readLinks(files: ExportFiles, onProblem: (words: string) => void) {
  const targets = new Map<string, { end: LinkEnd; position: number }[]>()

  function add(from: Row, to: Row, position: unknown): void {
    const field = textOf(from['field'])
    const end = { type: textOf(to['type']), id: idOf(to['ref']) }
    if (field === '' || idOf(from['ref']) === '' || end.id === '') return
    const key = keyOf(textOf(from['type']), idOf(from['ref']), field)
    const before = targets.get(key) ?? []
    before.push({ end, position: typeof position === 'number' ? position : 0 })
    targets.set(key, before)
  }

  for await (const { left: one, right: other } of rowsIn(files, 'links', onProblem)) {
    const [left, right] = [rowOf(one), rowOf(other)]
    if (idOf(left['ref']) === '' || idOf(right['ref']) === '') {
      onProblem('Links that lead to nothing are left out.')
      continue
    }
    add(left, right, left['pos'])
    add(right, left, right['pos'])
  }
  return (type: string, id: string, field: string): readonly LinkEnd[] =>
    (targets.get(keyOf(type, id, field)) ?? [])
      .toSorted((a, b) => a.position - b.position)
      .map(({ end }) => end)
}
export type Links = Awaited<ReturnType<typeof readLinks>>

const keyOf = (...parts: readonly string[]): string => parts.join('\0')

/** Reads what the configuration of the export states about its content. */
export async function readConfiguration(files: ExportFiles) {
  const titleFields = new Map<string, string>()
  let defaultLocale = ''
  for await (const { type, value } of rowsIn(files, 'configuration')) {
    const { key, value: stored } = rowOf(value)
    if (type !== 'core-store') continue
    const setting = parse(stored)
    if (key === 'plugin_i18n_default_locale') defaultLocale = textOf(setting)
    const uid = /^plugin_content_manager_configuration_content_types::(.+)$/.exec(textOf(key))?.[1]
    const field = textOf(rowOf(rowOf(setting)['settings'])['mainField'])
    if (uid !== undefined && field !== '') titleFields.set(uid, field)
  }
  return { titleFields, defaultLocale }
}

function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
