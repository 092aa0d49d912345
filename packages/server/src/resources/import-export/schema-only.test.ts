import { listChangeSets } from '@typecase/contract/change-sets'
import { describe, expect, test, vi } from 'vitest'

import { useWorks } from '../object-types/migrate/works.fixture.ts'
import { importFile, type ImportOptions } from './testing/import-file.ts'

vi.setConfig({ testTimeout: 60_000 })

const works = useWorks()
const { typeNow, fieldNow, add, metadataOf, undo } = works

/** A file of the object types only: the bucket's type, with `year` as a number called `made`, and a new field. */
async function renamedFile(): Promise<string> {
  const { title, slug, singular, metafields } = await typeNow()
  const changed = metafields.map((field) =>
    field.key === 'year' ? { ...field, key: 'made', title: 'Made', type: 'number' } : field,
  )
  const fields = [...changed, { key: 'extra', title: 'Extra', type: 'text' }]
  return JSON.stringify({ object_types: [{ title, slug, singular, metafields: fields }] })
}

async function send(file: string, options: ImportOptions) {
  const { job, report } = await importFile(works.server, works.owner, file, {
    name: 'schema.json',
    ...options,
  })
  if (!report) throw new Error(`The import ended as ${job.status}.`)
  return { job, report }
}

describe('an import of object types alone', () => {
  test.each(['merge', 'replace'])(
    'renames fields that it recognises by id: %s',
    async (import_mode) => {
      const one = await add('One', { year: '1900', note: 'first' })
      const two = await add('Two', { year: 'n/a' })
      const file = await renamedFile()
      const before = (await typeNow()).metafields
      const { report } = await send(file, { import_mode: 'dry_run', dry_run_of: import_mode })
      expect(report.fields).toEqual([
        {
          object_type: 'works',
          key: 'year',
          new_key: 'made',
          title: expect.any(String),
          change: 'renamed',
        },
        { object_type: 'works', key: 'extra', title: 'Extra', change: 'added' },
      ])
      expect((await typeNow()).metafields).toEqual(before)

      const { job } = await send(file, { import_mode })
      // Merging keeps the type of a field.
      const isNumber = import_mode === 'replace'
      expect(await metadataOf(one.id)).toEqual({ made: isNumber ? 1900 : '1900', note: 'first' })
      expect(await metadataOf(two.id)).toEqual(isNumber ? {} : { made: 'n/a' })
      expect(await fieldNow('made')).toMatchObject({ type: isNumber ? 'number' : 'text' })

      const query = { slug: works.slug, limit: 1 }
      const listed = await works.server.call(listChangeSets, { query }, works.owner)
      const [set] = listed.ok().change_sets
      expect(set).toMatchObject({ id: job.change_set_id, kind: 'import' })
      expect(set?.title).toMatch(/^Import schema\.json: /)
      ;(await undo(job.change_set_id)).ok()
      expect((await typeNow()).metafields).toEqual(before)
      expect(await metadataOf(one.id)).toEqual({ year: '1900', note: 'first' })
      expect(await metadataOf(two.id)).toEqual({ year: 'n/a' })
    },
  )

  test('matches fields of another bucket by their keys, and keeps the ids of a new type', async () => {
    const { metafields } = await typeNow()
    const fields = metafields.map((field) => ({ ...field, id: `other-${field.key}` }))
    const type = { title: 'Works', slug: 'works', metafields: fields }
    const added = { title: 'Others', slug: 'others', metafields: fields }
    const file = JSON.stringify({ object_types: [type, added] })
    const { report } = await send(file, { import_mode: 'replace' })
    expect(report).toMatchObject({ object_types: { added: 1, updated: 1 } })
    expect(report.fields ?? []).toEqual([])
    expect((await typeNow()).metafields.map(({ id }) => id)).toEqual(metafields.map(({ id }) => id))
    const secondImport = await send(file, { import_mode: 'replace' })
    expect(secondImport.report.object_types).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
  })

  test('leaves a key with the field that already has it', async () => {
    const { title, slug, metafields } = await typeNow()
    const fields = metafields
      .filter(({ key }) => key === 'year')
      .map((field) => ({ ...field, key: 'note' }))
    const file = JSON.stringify({ object_types: [{ title, slug, metafields: fields }] })
    const { report } = await send(file, { import_mode: 'merge' })
    expect(report.object_types).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await typeNow()).metafields).toEqual(metafields)
  })
})
