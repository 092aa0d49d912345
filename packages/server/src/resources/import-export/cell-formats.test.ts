import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const run = (content: string, mapping: ImportMapping) =>
  importFile(server, owner, content, { mapping, name: 'file.csv' })

async function objectsOf(type: string) {
  const query = { slug: owner.bucket.slug, query: JSON.stringify({ type }) }
  const answer = await server.call(listObjects, { query }, owner)
  return answer.ok().objects.map(({ object }) => object)
}

describe('texts that look like numbers', () => {
  const codes = ['1.10', '007', '1e5', 'TRUE', ' 1 ', '-0', '+49', '1,5']
  const csv = `name,code\n${codes.map((code, n) => `A${n},"${code}"`).join('\n')}\n`
  const parts: ImportMapping = {
    format: 'csv',
    object_type: 'parts',
    columns: [
      { from: 'name', to: 'title' },
      { from: 'code', to: 'metadata.code' },
    ],
  }
  const stored = async () => (await objectsOf('parts')).map(({ metadata }) => metadata['code'])

  test('stay unchanged in a text field, and in a second import into the existing field', async () => {
    const columns = parts.columns.map((column) => ({ ...column, type: 'text' }))
    await run(csv, { ...parts, columns })
    expect(await stored()).toEqual(codes)
    expect((await run(csv, parts)).report?.objects).toMatchObject({ unchanged: codes.length })
  })

  test.each(['1.10', '007', '1e5', '0.12345678901234567890', '-0'])(
    'make their whole column a text field: %s',
    async (code) => {
      await run(`name,code\nA,1\nB,2.5\nC,${code}\n`, parts)
      expect(await stored()).toEqual(['1', '2.5', code])
    },
  )
})

describe('a column with a format', () => {
  const csv =
    'name;price;day;open;made\nA;1.234,50;29.03.2026;WAHR;1.2.2020, 3.4.2021\nB;7;1.4.2026;nein;\n'
  const shops: ImportMapping = {
    format: 'csv',
    object_type: 'shops',
    columns: [
      { from: 'name', to: 'title' },
      { from: 'price', to: 'metadata.price', format: 'decimal_comma' },
      { from: 'day', to: 'metadata.day', format: 'day_first' },
      { from: 'open', to: 'metadata.open', format: 'yes_no' },
      { from: 'made', to: 'metadata.made', format: 'month_first', split: ',', type: 'json' },
    ],
  }

  test('is read as numbers, dates, switches and lists of dates', async () => {
    const { report } = await run(csv, shops)
    expect(report).toMatchObject({ total_errors: 0 })
    expect((await objectsOf('shops')).map(({ metadata }) => metadata)).toEqual([
      { price: 1234.5, day: '2026-03-29', open: true, made: ['2020-01-02', '2021-03-04'] },
      { price: 7, day: '2026-04-01', open: false, made: [] },
    ])
    expect((await run(csv, shops)).report?.objects).toMatchObject({ unchanged: 2 })
  })

  test('reports an error for a cell that does not match the format, and guesses no value', async () => {
    await run(csv, shops)
    const { report } = await run(csv.replace('1.234,50', '12.34').replace('29.03', '31.02'), shops)
    expect(report?.errors).toMatchObject([
      {
        row: 2,
        path: 'metadata.price',
        rule: 'format',
        message: 'metadata.price must be a number with a decimal comma, not “12.34”',
      },
      { row: 2, path: 'metadata.day', rule: 'format' },
    ])
  })

  test('becomes a text field if the mapping names no format', async () => {
    await run(csv, { ...shops, columns: shops.columns.map(({ from, to }) => ({ from, to })) })
    expect((await objectsOf('shops'))[0]?.metadata).toMatchObject({
      price: '1.234,50',
      day: '29.03.2026',
      open: 'WAHR',
    })
  })
})
