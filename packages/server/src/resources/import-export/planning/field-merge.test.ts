import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { emptyState, newestVersion, type ObjectVersion } from '../../objects/model/state.ts'
import { type Conflict, baseAfter, mergeVersion, UNKNOWN, valuesOf } from './field-merge.ts'

const stamp = { now: '2026-01-01T00:00:00.000Z', userId: null }
const version = (values: object): ObjectVersion => {
  const { title = 'Title', content = '', ...metadata } = values as Record<string, string>
  return {
    ...newestVersion(emptyState(title, 'title', stamp)),
    content,
    metadata: JSON.stringify(metadata),
  }
}

function merge(imported: object | typeof UNKNOWN, local: object, incoming: object, takes = false) {
  const conflicts: Conflict[] = []
  const base = imported === UNKNOWN ? UNKNOWN : valuesOf(version(imported))
  const { title, content, metadata } = mergeVersion(
    base,
    version(local),
    version(incoming),
    (conflict) => {
      conflicts.push(conflict)
      return takes
    },
  )
  const values = { title, content, ...(JSON.parse(metadata) as object) }
  return { values, fields: conflicts.map(({ field }) => field) }
}

describe('merging', () => {
  test.for<[name: string, imported: unknown, local: unknown, incoming: unknown, kept: unknown]>([
    ['without a change stays', 'a', 'a', 'a', 'a'],
    ['the file changed is taken', 'a', 'a', 'b', 'b'],
    ['changed here stays', 'a', 'b', 'a', 'b'],
    ['both changed alike stays', 'a', 'b', 'b', 'b'],
    ['the file adds is taken', undefined, undefined, 'b', 'b'],
    ['the file emptied is taken', 'a', 'a', null, null],
    ['emptied here stays so', 'a', undefined, 'a', undefined],
    ['of a list that was added to here stays', ['a'], ['a', 'b'], ['a'], ['a', 'b']],
  ])('a field %s', ([, imported, local, incoming, kept]) => {
    const outcome = merge({ x: imported }, { x: local }, { x: incoming })
    expect(outcome).toEqual({
      values: { title: 'Title', content: '', ...(kept !== undefined && { x: kept }) },
      fields: [],
    })
  })

  test.for<[name: string, imported: unknown, local: unknown, incoming: unknown]>([
    ['both changed', 'a', 'b', 'c'],
    ['emptied here and changed in the file', 'a', undefined, 'c'],
    ['changed here and emptied in the file', 'a', 'b', null],
    ['both added', undefined, 'b', 'c'],
    ['whose imported value is not known', UNKNOWN, 'b', 'c'],
  ])('a field %s is a conflict that the choice decides', ([, imported, local, incoming]) => {
    const base = imported === UNKNOWN ? UNKNOWN : { x: imported }
    for (const [takes, kept] of [
      [false, local],
      [true, incoming],
    ] as const) {
      const outcome = merge(base, { x: local }, { x: incoming }, takes)
      expect(outcome.fields).toEqual(['metadata.x'])
      expect((outcome.values as Record<string, unknown>)['x']).toEqual(kept)
    }
  })
})

test('the title, the content and the fields of a group are merged one by one', () => {
  const outcome = merge(
    { title: 'A', content: 'A', seo: { title: 'A', text: 'A', words: 'A' } },
    { title: 'B', content: 'A', seo: { title: 'B', text: 'A', words: 'B' } },
    { title: 'C', content: 'C', seo: { title: 'A', text: 'C', words: 'C' } },
  )
  expect(outcome).toEqual({
    values: { title: 'B', content: 'C', seo: { title: 'B', text: 'C', words: 'B' } },
    fields: ['title', 'metadata.seo.words'],
  })
})

test('unchanged metadata keep their stored text', () => {
  const local = { ...version({}), metadata: '{"b": 1,  "a": 2}' }
  const incoming = { ...local, title: 'New', metadata: '{"a":2,"b":1}' }
  const merged = mergeVersion(valuesOf(local), local, incoming, () => true)
  expect(merged).toEqual({ ...incoming, metadata: local.metadata })
})

const values = fc.record({
  title: fc.constantFrom('a', 'b', 'c'),
  x: fc.option(fc.constantFrom('a', 'b', 'c')),
  group: fc.record({ y: fc.constantFrom('a', 'b', 'c'), z: fc.constantFrom(1, 2, 3) }),
})

test('over any number of imports, the merge keeps all local edits and applies all changes of the file', () => {
  const field = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({ edit: fc.option(field), file: field })
  fc.assert(
    fc.property(field, fc.array(step, { minLength: 1 }), values, (first, steps, others) => {
      let imported: ReturnType<typeof baseAfter> = valuesOf(version({ ...others, x: first }))
      let local = version({ ...others, x: first })
      // A model of one field: the value that the file last wrote, and the local value.
      let [written, here] = [first, first]
      for (const { edit, file } of steps) {
        if (edit !== null) {
          here = edit
          local = version({ ...others, x: edit })
        }
        const conflicts: Conflict[] = []
        const merged = mergeVersion(
          imported,
          local,
          version({ ...others, x: file }),
          (conflict) => {
            conflicts.push(conflict)
            return false
          },
        )
        const isConflict = here !== written && file !== written && file !== here
        expect(conflicts.length).toBe(Number(isConflict))
        if (here === written) [written, here] = [file, file]
        imported = baseAfter(imported, local, merged)
        local = merged
        expect(JSON.parse(local.metadata)).toMatchObject({ x: here })
      }
    }),
  )
})
