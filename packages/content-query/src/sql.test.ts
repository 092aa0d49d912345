import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseQuery } from './parse.ts'
import { QueryError } from './query-error.ts'
import { toSql } from './sql.ts'
import type { SqlTarget } from './sql-target.ts'
import { sql, type Sql } from './sql-text.ts'
import { queryJson } from './testing/arbitraries.ts'
import { ObjectDatabase, typedTarget, untypedTarget } from './testing/object-database.ts'

function compile(json: unknown, target: SqlTarget = typedTarget): Sql {
  return toSql(parseQuery(json, { resource: 'objects' }).query, target)
}

describe('text of the SQL', () => {
  test.each<[unknown, string, unknown[]]>([
    [{}, '1', []],
    [{ type: 'a' }, 'objects."type" = ?', ['a']],
    [{ type: 'a', slug: 'b' }, '(objects."type" = ? AND objects."slug" = ?)', ['a', 'b']],
    [{ id: { $ne: 'a' } }, '(objects."id" = ?) IS NOT TRUE', ['a']],
    [{ locale: null }, 'objects."locale" IS NULL', []],
    [
      { status: { $in: ['draft', 'x'] } },
      'objects."status" IN (SELECT value FROM json_each(?))',
      ['["draft","x"]'],
    ],
    [{ status: { $in: [] } }, '0', []],
    [{ created_at: { $gte: '2024' } }, 'objects."created_at" >= ?', ['2024']],
    [{ title: { $regex: 'A\\.', $options: 'i' } }, 'instr(fold(objects."title"), ?) > 0', ['a.']],
    [{ title: { $regex: '%' } }, 'instr(objects."title", ?) > 0', ['%']],
    [{ title: { $regex: '^a' } }, 'regex_match(?, ?, objects."title")', ['^a', '']],
    [{ 'metadata.text': 'a' }, 'json_extract(objects.metadata, ?) = ?', ['$."text"', 'a']],
    [
      { 'metadata.group.text': 'a' },
      'json_extract(objects.metadata, ?) = ?',
      ['$."group"."text"', 'a'],
    ],
    [{ 'metadata.number': { $lt: 5 } }, `json_extract(objects.metadata, '$.number') < ?`, [5]],
    [{ 'metadata.flag': true }, 'json_extract(objects.metadata, ?) = ?', ['$."flag"', 1]],
  ])('%j', (json, text, values) => {
    expect(compile(json)).toEqual({ text, values })
  })

  test.each([
    { title: 5 },
    { title: true },
    { order: 'a' },
    { 'metadata.text': 5 },
    { 'metadata.number': true },
  ])('%j selects nothing, as the column can never hold it', (json) => {
    expect(compile(json)).toEqual({ text: '0', values: [] })
  })

  test('holds no input: queries that differ in values only have the same text', () => {
    const marked = 'zz\'"%;--'
    const replace = (json: unknown): unknown =>
      JSON.parse(JSON.stringify(json), (key, value: unknown) =>
        typeof value === 'string' && !key.startsWith('$regex') && key !== '$options'
          ? marked
          : value,
      )
    fc.assert(
      fc.property(queryJson, (json) => {
        expect(compile(replace(json)).text).not.toContain('zz')
        const { text, values } = compile(json)
        expect(text).toMatch(/^[\w\s"'.(),?=<>|$[\]-]*$/)
        expect(text.split('?').length - 1).toBe(values.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('a string given to sql is always bound', () => {
    expect(sql`a = ${'b; --'} AND ${sql`c = ${1}`}`).toEqual({
      text: 'a = ? AND c = ?',
      values: ['b; --', 1],
    })
  })
})

test('a field without a column is refused', () => {
  expect(() => compile({ title: 'a' }, { columns: {}, metadata: 'm' })).toThrow(QueryError)
  expect(() =>
    compile({ title: 'a' }, { columns: Object.create({ title: 't' }), metadata: 'm' }),
  ).toThrow(QueryError)
})

test('narrow is asked for plain contains only, and added to the exact condition', () => {
  const asked: unknown[] = []
  const target: SqlTarget = {
    ...untypedTarget,
    narrow: (...question) => {
      asked.push(question)
      return { text: 'rowid IN (SELECT rowid FROM texts WHERE texts MATCH ?)', values: ['x'] }
    },
  }
  const contains = compile({ title: { $regex: 'Ab', $options: 'i' } }, target)
  expect(contains.text).toBe(
    '(rowid IN (SELECT rowid FROM texts WHERE texts MATCH ?) AND instr(fold(objects."title"), ?) > 0)',
  )
  expect(contains.values).toEqual(['x', 'ab'])
  compile({ title: { $regex: '^a' } }, target)
  compile({ title: { $regex: '' } }, target)
  compile({ 'metadata.a': { $regex: 'B' } }, target)
  expect(asked).toEqual([
    ['title', 'ab', true],
    ['metadata.a', 'B', false],
  ])
})

describe('in SQLite', () => {
  const { database } = new ObjectDatabase()
  database.exec(`
    CREATE INDEX by_type ON objects (type, slug);
    CREATE INDEX by_number ON objects (json_extract(metadata, '$.number'));
  `)
  const plan = (json: unknown) => {
    const { text, values } = compile(json)
    const rows = database
      .prepare(`EXPLAIN QUERY PLAN SELECT id FROM objects WHERE ${text}`)
      .all(...values)
    return JSON.stringify(rows)
  }

  test('equality uses an index, and so does a field with an expression', () => {
    expect(plan({ type: 'a', slug: 'b' })).toContain('USING INDEX by_type (type=? AND slug=?)')
    expect(plan({ type: { $in: ['a', 'b'] }, title: 'x' })).toContain(
      'USING INDEX by_type (type=?)',
    )
    expect(plan({ 'metadata.number': { $gte: 5, $lt: 9 } })).toContain('USING INDEX by_number')
    expect(plan({ 'metadata.number': 5 })).toContain('USING INDEX by_number')
  })

  test('the largest queries run', () => {
    const values = Array.from({ length: 500 }, (_, index) => `${index}`)
    const path = `metadata${'.a'.repeat(9)}`
    const nested = Array.from({ length: 6 }).reduce<unknown>((inner) => ({ $nor: [inner] }), {
      $or: Array.from({ length: 80 }, () => ({ [path]: { $in: values } })),
    })
    const { text, values: bound } = compile({ $and: [nested] }, untypedTarget)
    expect(database.prepare(`SELECT id FROM objects WHERE ${text}`).all(...bound)).toEqual([])
    const all = compile({ 'metadata.a': { $all: values.slice(0, 100) } })
    expect(database.prepare(`SELECT id FROM objects WHERE ${all.text}`).all(...all.values)).toEqual(
      [],
    )
  })

  test('a record without metadata is like one with nothing in it', () => {
    database.exec(`INSERT INTO objects (id) VALUES ('bare')`)
    const select = (json: unknown) => {
      const { text, values } = compile(json, untypedTarget)
      return database
        .prepare(`SELECT id FROM objects WHERE ${text}`)
        .pluck()
        .all(...values)
    }
    expect(select({ 'metadata.a.b': null })).toEqual(['bare'])
    expect(select({ 'metadata.a.b': { $ne: 1 } })).toEqual(['bare'])
    expect(select({ 'metadata.a': { $exists: true } })).toEqual([])
  })
})
