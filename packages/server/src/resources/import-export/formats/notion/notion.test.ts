import { readFileSync } from 'node:fs'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { importFile } from '../../testing/import-file.ts'
import { hasSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

async function objects() {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  const { objects: rows, total } = (await server.call(listObjects, { query }, owner)).ok()
  return { total, all: new Map(rows.map(({ object }) => [object.title, object])) }
}

const id = (digit: string) => digit.repeat(32)

test('databases become types with fields and relations, pages keep their links', async () => {
  const inner = await zipOf([
    [
      `Home ${id('1')}.md`,
      `# Home\n\nSee [the tower](Towers%20${id('2')}/Tall%20tower%20${id('3')}.md).`,
    ],
    [
      `Towers ${id('2')}.csv`,
      `\uFEFFName,Height,Open,Built,Keeper\nTall tower,120.5,Yes,"May 4, 1899",Ada (Keepers%20${id('4')}/Ada%20${id('5')}.md)\nEmpty one,,No,,\n`,
    ],
    [
      `Towers ${id('2')}/Tall tower ${id('3')}.md`,
      `# Tall tower\n\nHeight: 120.5\nOpen: Yes\nBuilt: May 4, 1899\nKeeper: Ada (../Keepers%20${id('4')}/Ada%20${id('5')}.md)\n\nIt is tall.\n`,
    ],
    [`Keepers ${id('4')}.csv`, 'Name\nAda\n'],
    [`Keepers ${id('4')}/Ada ${id('5')}.md`, '# Ada\n'],
  ])
  const zip = await zipOf([['Export-Part-1.zip', inner]])
  const { report } = await importFile(server, owner, zip, { name: 'notion.zip' })
  expect(report).toMatchObject({
    source: { title: 'Notion export' },
    objects: { added: 4 },
    relations: { resolved: 1, missing: 0 },
    total_errors: 0,
  })
  const { all } = await objects()
  expect(all.get('Tall tower')).toMatchObject({
    type: 'towers',
    metadata: {
      Height: 120.5,
      Open: true,
      Built: '1899-05-04',
      Keeper: [all.get('Ada')?.id],
      body: 'It is tall.\n',
    },
  })
  expect(all.get('Empty one')).toMatchObject({ type: 'towers', metadata: { Open: false } })
  expect(all.get('Home')?.metadata?.['body']).toContain(`(object:${all.get('Tall tower')?.id})`)
  const again = await importFile(server, owner, zip, { name: 'notion.zip' })
  expect(again.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 4 })
})

test.skipIf(!hasSharedFixtures)('a real export, zip in zip', async () => {
  const zip = readFileSync(sharedFixture('foreign/notion-1.zip'))
  const { report } = await importFile(server, owner, zip, { name: 'notion-1.zip' })
  expect(report?.total_errors).toBe(0)
  const { all, total } = await objects()
  expect(total).toBe(report?.objects.added)
  expect(all.get('@February 5, 2025')).toMatchObject({
    type: 'habit-tracker',
    metadata: { Meditated: false, Full_date: '2025-02-05' },
  })
  expect(String(all.get('Project Planner')?.metadata?.['body'])).toContain('Publish my first book')
})
