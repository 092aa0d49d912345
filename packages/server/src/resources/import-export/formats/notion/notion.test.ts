import { readFileSync } from 'node:fs'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { zipOf } from '../../testing/export-bucket.ts'
import { importFile } from '../../testing/import-file.ts'
import { readFormat } from '../../testing/read-format.ts'
import { needsSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'
import notion from './format.ts'

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

test('databases become types with fields and relations, and links between pages stay links', async () => {
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
  const secondImport = await importFile(server, owner, zip, { name: 'notion.zip' })
  expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 4 })
})

test(
  'a real export with a zip in a zip is imported without errors',
  needsSharedFixtures,
  async () => {
    const zip = readFileSync(sharedFixture('foreign/notion-1.zip'))
    const { report } = await importFile(server, owner, zip, { name: 'notion-1.zip' })
    expect(report?.total_errors).toBe(0)
    const { all, total } = await objects()
    expect(total).toBe(report?.objects.added)
    expect(all.get('@February 5, 2025')).toMatchObject({
      type: 'habit-tracker',
      metadata: { Meditated: false, Full_date: '2025-02-05' },
    })
    expect(String(all.get('Project Planner')?.metadata?.['body'])).toContain(
      'Publish my first book',
    )
  },
)

const htmlPage = (title: string, body: string, properties = '', cover = '') =>
  `<html><head><meta charset="utf-8"/><title>${title}</title><style>.page { color: red }</style></head><body><article id="x" class="page sans"><header>${cover}<div class="page-header-icon"><span class="icon">🗼</span></div><h1 class="page-title">${title}</h1><p class="page-description"></p>${properties && `<table class="properties"><tbody>${properties}</tbody></table>`}</header><div class="page-body">${body}</div></article></body></html>`
const property = (kind: string, name: string, cell: string) =>
  `<tr class="property-row property-row-${kind}"><th><span class="icon property-icon"></span>${name}</th><td>${cell}</td></tr>`

describe('an HTML export of Notion', () => {
  const TOWER = [
    property('number', 'Height', '1,120.5'),
    property('checkbox', 'Open', '<div class="checkbox checkbox-on"></div>'),
    property('date', 'Built', '<time>@May 4, 1899</time>'),
    property(
      'multi_select',
      'Tags',
      '<span class="selected-value">old</span><span class="selected-value">red</span>',
    ),
    property('select', 'Kind', '<span class="selected-value">Yes</span>'),
    property('relation', 'Keeper', `<a href="../Keepers/Ada%20${id('5')}.html">Ada</a>`),
    property('text', 'Empty', ''),
  ].join('')
  const BODY = `<p id="a" class="">It is <mark class="highlight-red"><strong>tall</strong></mark> &amp; old.</p><div style="display:contents" dir="auto"><ul id="b" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>paint</span></li></ul></div><pre class="code"><code class="language-Python">1 &lt; 2</code></pre><figure class="image"><a href="Tall%20tower/a.png"><img style="width:1px" src="Tall%20tower/a.png"/></a></figure><script>alert(1)</script>`
  const files: [string, string | Buffer][] = [
    ['Export/index.html', '<html><body>list</body></html>'],
    [
      `Export/Home ${id('1')}.html`,
      htmlPage('Home', `<p>See <a href="Towers/Tall%20tower%20${id('3')}.html">the tower</a></p>`),
    ],
    [
      `Export/Towers ${id('2')}.html`,
      htmlPage('Towers', '<table class="collection-content"></table>'),
    ],
    [
      `Export/Towers ${id('2')}_all.csv`,
      '\uFEFFName,Height,Open,Built,Tags,Kind,Keeper,Empty\nTall tower,"1,120.5",Yes,"May 4, 1899","old, red",Yes,Ada,\nSmall one,7,No,"May 5, 1899",new,No,,\n',
    ],
    [
      `Export/Towers/Tall tower ${id('3')}.html`,
      htmlPage(
        'Tall tower',
        BODY,
        TOWER,
        '<img class="page-cover-image" src="Tall%20tower/a.png"/>',
      ),
    ],
    ['Export/Towers/Tall tower/a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [`Export/Keepers ${id('4')}.csv`, 'Name\nAda\n'],
    [`Export/Keepers/Ada ${id('5')}.html`, htmlPage('Ada', '')],
  ]

  async function read(all: readonly [string, string | Buffer][]) {
    const result = await readFormat(notion, await zipOf(all), 'notion.zip')
    if (!result) throw new Error('It is no export of Notion.')
    return { ...result, all: new Map(result.objects.map((object) => [object.title, object])) }
  }

  test('has the types, values and relations of a Markdown export', async () => {
    const { bucket, all, warnings } = await read(files)
    expect([...all.keys()].toSorted()).toEqual(['Ada', 'Home', 'Small one', 'Tall tower'])
    expect(bucket.types.map(({ title }) => title).toSorted()).toEqual([
      'Keepers',
      'Pages',
      'Towers',
    ])
    const towers = bucket.types.find(({ title }) => title === 'Towers')
    expect(
      Object.fromEntries((towers?.metafields ?? []).map(({ key, type }) => [key, type])),
    ).toEqual({
      body: 'html-textarea',
      Height: 'number',
      Open: 'switch',
      Built: 'date',
      Tags: 'multi-select',
      Kind: 'text',
      Keeper: 'objects',
    })
    expect(all.get('Tall tower')?.metadata).toMatchObject({
      Height: 1120.5,
      Open: true,
      Built: '1899-05-04',
      Tags: ['old', 'red'],
      Kind: 'Yes',
      Keeper: [all.get('Ada')?.id],
    })
    expect(all.get('Small one')?.metadata).toMatchObject({
      Height: 7,
      Open: false,
      Built: '1899-05-05',
      Tags: ['new'],
      Kind: 'No',
    })
    expect(all.get('Tall tower')?.thumbnail).toBe('a.png')
    expect(warnings.size).toBe(0)
  })

  test('loses the styles of Notion in its texts', async () => {
    const { all, bucket } = await read(files)
    const body = String(all.get('Tall tower')?.metadata['body'])
    expect(body).toBe(
      '<p>It is <mark><strong>tall</strong></mark> &amp; old.</p><ul><li>☐  <span>paint</span></li></ul><pre><code class="language-Python">1 &lt; 2</code></pre><figure><a href="export-file:Export/Towers/Tall%20tower/a.png"><img src="export-file:Export/Towers/Tall%20tower/a.png"></a></figure>',
    )
    const [, address = ''] = /href="([^"]+)"/.exec(String(all.get('Home')?.metadata['body'])) ?? []
    expect(bucket.resolve?.(address)).toEqual({ object: all.get('Tall tower')?.id })
  })

  test('is imported completely, and a second import changes nothing', async () => {
    const zip = await zipOf(files.filter(([path]) => !path.endsWith('.png')))
    const { report } = await importFile(server, owner, zip, { name: 'notion.zip' })
    expect(report).toMatchObject({
      objects: { added: 4 },
      total_errors: 0,
      relations: { missing: 0 },
    })
    const secondImport = await importFile(server, owner, zip, { name: 'notion.zip' })
    expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 4 })
  })

  test.each([
    ['another page', '<html><body>Hello</body></html>'],
    ['a page that is nested too deeply', htmlPage('Deep', '<div>'.repeat(100_000))],
    ['an empty page', ''],
  ])('leaves out %s with a warning', async (_name, text) => {
    const { objects: pages, warnings } = await read([
      ...files,
      [`Export/Odd ${id('9')}.html`, text],
    ])
    expect(pages).toHaveLength(4)
    expect([...warnings]).toEqual([
      ['Pages that are not in the form of Notion, or are nested too deeply, are left out.', 1],
    ])
  })

  test('is not recognised in a Markdown export with attached HTML pages', async () => {
    const { bucket } = await read([
      [`Home ${id('1')}.md`, '# Home\n\nText'],
      ['attached.html', '<p>Attached'],
    ])
    expect(bucket.types).toMatchObject([{ metafields: [{ key: 'body', type: 'markdown' }] }])
  })
})
