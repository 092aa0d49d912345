import { expect, test } from 'vitest'

import { importsOf, sourcesOf } from './sources.ts'

/** Folders with statements for a particular database engine. They may contain statements as text. */
const engines = [
  'packages/server/src/database/',
  // A separate SQLite file, into which an import reads.
  'packages/server/src/resources/import-export/planning/staging.ts',
]

const stores = sourcesOf('packages/server/src/*.ts').filter(
  ({ path }) =>
    !engines.some((engine) => path.startsWith(engine)) &&
    !/\.(test|fixture)\.ts$/.test(path) &&
    !path.includes('/testing/'),
)

const isStatement = /\b(SELECT\s.+\sFROM|INSERT\s+(OR \w+ )?INTO|UPDATE\s.+\sSET|DELETE\s+FROM)\b/s

const textsIn = (text: string) => text.match(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g) ?? []

test('the search finds SQL statements that are written as text', () => {
  const statements = textsIn(
    "run('DELETE FROM notes'); sql`SELECT a,\n b FROM notes`; say('Select all')",
  )
  expect(statements.filter((text) => isStatement.test(text))).toHaveLength(2)
})

test('stores write statements only with Kysely, so that both engines run them', () => {
  const offenders = stores.flatMap((source) => {
    const texts = textsIn(source.text).filter((text) => isStatement.test(text))
    const isRaw =
      importsOf(source).includes('kysely') &&
      /\b(sql|CompiledQuery)\b.*from 'kysely'/.test(source.text)
    return [...texts, ...(isRaw ? ['sql of kysely'] : [])].map((text) => `${source.path}: ${text}`)
  })
  expect(stores.length).toBeGreaterThan(100)
  expect(offenders).toEqual([])
})

test('stores that write object types notify the caches of models', () => {
  const writers = stores.filter(({ text }) =>
    /\b(insertInto|updateTable|deleteFrom)\('object_types'\)/.test(text),
  )
  // The cached models do not include the folder of a type.
  const folders = 'packages/server/src/resources/object-type-folders/store.ts'
  const silent = writers.filter(({ text }) => !text.includes('typesChanged('))
  expect(writers.length).toBeGreaterThan(1)
  expect(silent.map(({ path }) => path)).toEqual([folders])
})
