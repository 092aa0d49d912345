import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import type { ImportReport } from '@typecase/contract/import-export'
import { getJob, listJobs } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'
import { workbookOf } from '@typecase/contract/workbook.fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { item, wxr } from './formats/wordpress/wxr.fixture.ts'
import { endOf, postForm } from './testing/import-file.ts'

let server: TestServer
let owner: Owner
let site: Server
let url: string
const files: Record<string, string | Buffer> = {
  '/blog.xml': wxr(item()),
  '/rows.csv': 'title\nFog\n',
}
beforeAll(async () => {
  site = createServer(({ url: path = '' }, reply) => {
    if (path === '/moved') return reply.writeHead(302, { location: '/blog.xml' }).end()
    return reply.writeHead(files[path] === undefined ? 404 : 200).end(files[path])
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startTestServer({ REACHABLE_NETWORKS: '127.0.0.1/32' })
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(async () => {
  site.close()
  await server.remove()
})

const send = (fields: Record<string, string>, by: Parameters<typeof postForm>[3] = owner) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ import_mode: 'merge', ...fields }))
    form.set(name, value)
  return postForm(server, owner.bucket.slug, form, by)
}
const run = async (fields: Record<string, string>) =>
  endOf(server, owner, (await send(fields)).ok().job)
const titles = async () => {
  const query = { slug: owner.bucket.slug }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects.map(({ object }) => object.title)
}

describe('an import from an address', () => {
  test('answers 401 without a session', async () => {
    const form = new FormData()
    form.set('import_url', `${url}/blog.xml`)
    expect((await postForm(server, owner.bucket.slug, form)).status).toBe(401)
  })

  test('answers 403 for an editor', async () => {
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await send({ import_url: `${url}/blog.xml` }, editor)).status).toBe(403)
  })
})

test.each([
  ['', 'import_url'],
  ['blog.xml', 'import_url'],
  ['file:///etc/passwd', 'import_url'],
  ['ftp://example.com/blog.xml', 'import_url'],
  ['https://ada:secret@example.com/blog.xml', 'import_url'],
  [`https://example.com/${'x'.repeat(2000)}`, 'import_url'],
])('an import from the address %j answers 400', async (address, path) => {
  const answer = await send({ import_url: address })
  expect(answer.status).toBe(400)
  expect(answer.error().details?.[0]?.path).toBe(path)
})

test('an import with both an address and a file, or with neither, is refused', async () => {
  const form = new FormData()
  form.set('import_mode', 'merge')
  expect((await postForm(server, owner.bucket.slug, form, owner)).error().details).toMatchObject([
    { path: 'import_file', rule: 'required' },
  ])
  form.set('import_url', `${url}/blog.xml`)
  form.set('import_file', new Blob(['title\nFog\n']), 'rows.csv')
  expect((await postForm(server, owner.bucket.slug, form, owner)).error().details).toMatchObject([
    { path: 'import_url' },
  ])
})

test('the job fetches the file through a redirect, checks it in a dry run, and imports it', async () => {
  const checked = await run({ import_url: `${url}/moved`, import_mode: 'dry_run' })
  expect(checked).toMatchObject({ status: 'done', result: { objects: { added: 2 } } })
  expect(await titles()).toEqual([])
  expect(await run({ import_url: `${url}/blog.xml` })).toMatchObject({
    status: 'done',
    title: 'Import blog.xml',
  })
  expect(await titles()).toContain('Post 1')
})

test('a table at an address is imported with a mapping, and fails without one', async () => {
  const mapping = { format: 'csv', object_type: 'posts', columns: [{ from: 'title', to: 'title' }] }
  const address = { import_url: `${url}/rows.csv` }
  expect(await run({ ...address, mapping: JSON.stringify(mapping) })).toMatchObject({
    status: 'done',
  })
  expect(await titles()).toEqual(['Fog'])
  expect((await run(address)).status).toBe('failed')
})

describe('the start of a table without a mapping', () => {
  const check = async (path: string, content: string | Buffer, fields = {}) => {
    files[path] = content
    return run({ import_url: `${url}${path}`, import_mode: 'dry_run', ...fields })
  }
  const headOf = async (content: string | Buffer) =>
    ((await check('/table', content)).result as ImportReport | null)?.head?.text

  test('is visible only to those who may import, and missing from lists and events', async () => {
    const events: string[] = []
    const stop = server.app.events.subscribe(owner.bucket.id, (event) => {
      events.push(JSON.stringify(event))
    })
    const job = await check('/secret.csv', 'title\nFog\n')
    expect(job).toMatchObject({
      status: 'done',
      result: {
        format: 'csv',
        head: { name: 'secret.csv', text: 'title\nFog\n' },
        errors: [{ row: 0, path: 'mapping', rule: 'required' }],
        total_errors: 1,
      },
    })
    const isEnd = (all: string) => all.includes('"total_errors":1')
    expect(await waitFor(async () => events.join(''), isEnd)).not.toContain('"head"')
    stop()
    const { jobs } = (
      await server.call(listJobs, { query: { slug: owner.bucket.slug } }, owner)
    ).ok()
    expect(jobs[0]).toMatchObject({ id: job.id, result: { total_errors: 1 } })
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    const seen = (await server.call(getJob, { query: { job_id: job.id } }, editor)).ok().job
    expect(seen).toMatchObject({ id: job.id, result: { total_errors: 1 } })
    for (const one of [seen, jobs[0]]) expect(one?.result).not.toHaveProperty('head')
  })

  test.each([
    ['CSV with semicolons', 'title;year\nFog;1999\n', 'title;year\nFog;1999\n'],
    [
      'UTF-16',
      Buffer.from('\uFEFFtitle\tort\nNebel\tKöln\n', 'utf16le'),
      'title\tort\nNebel\tKöln\n',
    ],
    ['Windows-1252', Buffer.from('ort\nK\xf6ln\n', 'latin1'), 'ort\nKöln\n'],
    ['gzip', gzipSync('title\nFog\n'), 'title\nFog\n'],
    ['NDJSON', '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":2}\n'],
    ['NDJSON with lists', '{"a":[{"b":1}]}\n{"a":[]}\n', '{"a":[{"b":1}]}\n{"a":[]}\n'],
    ['a JSON list', '[{"a":1}]', '[{"a":1}]'],
    ['one column without rows', 'title', 'title'],
  ])('is returned as decoded text: %s', async (_name, content, text) => {
    expect(await headOf(content)).toBe(text)
  })

  test('of a workbook comes from the first sheet, with a warning that names the others', async () => {
    const cells = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const book = await workbookOf({
      sheets: { 'name="One"': cells('title') + cells('Fog'), 'name="Two"': cells('x') },
    })
    expect(await check('/book.xlsx', Buffer.from(book))).toMatchObject({
      result: {
        head: { text: expect.stringContaining('"title"\n"Fog"\n') },
        warnings: [
          {
            message: expect.stringContaining('Only the first sheet, “One”, was read. Others: Two.'),
          },
        ],
      },
    })
  })

  test('has at most 64 KB and ends with a whole line, or at least a whole character', async () => {
    const row = `"${'é\u{1F32B}'.repeat(20)} ""x"" \n",1\n`
    const long = await headOf(`text,n\n${row.repeat(5000)}`)
    expect(long?.length).toBeGreaterThan(65_000)
    expect(long?.length).toBeLessThanOrEqual(65_536)
    expect(long?.endsWith('\n')).toBe(true)
    expect(`text,n\n${row.repeat(5000)}`.startsWith(long ?? '')).toBe(true)
    const line = await headOf(`[{"a":"${'\u{1F32B}'.repeat(50_000)}"}]`)
    expect(line).toHaveLength(65_536)
    expect(line?.isWellFormed()).toBe(true)
  })

  test.each([
    ['an empty file', '', 'empty'],
    ['a page', '<!doctype html><html><body><table></table></body></html>', 'This is an HTML page'],
    ['a broken bucket.json', '{"bucket":{"objects":', 'not valid JSON'],
    ['lists in an object', '{"data":[{"a":1}]}', 'not a bucket.json'],
  ])('is not returned for %s', async (_name, content, words) => {
    const job = await check('/other', content)
    expect(job).toMatchObject({ status: 'failed', result: null })
    expect(job.errors.at(-1)?.reason).toContain(words)
  })

  test('changes nothing even if the import was to replace and to skip invalid rows', async () => {
    const mapping = {
      format: 'csv',
      object_type: 'posts',
      columns: [{ from: 'title', to: 'title' }],
    }
    await run({ import_url: `${url}/rows.csv`, mapping: JSON.stringify(mapping) })
    const job = await check('/new.csv', 'title\nRain\n', {
      import_mode: 'replace',
      skip_invalid: 'true',
    })
    expect(job).toMatchObject({ status: 'failed', result: { head: { name: 'new.csv' } } })
    expect(job.errors.at(-1)?.reason).toContain('A table needs a mapping.')
    expect(await titles()).toEqual(['Fog'])
  })
})

test('a file that cannot be fetched changes nothing, and the job says why', async () => {
  const job = await run({ import_url: `${url}/missing.xml` })
  expect(job.status).toBe('failed')
  expect(job.errors.at(-1)?.reason).toContain('its server answers 404')
  expect(await titles()).toEqual([])
})

test('private networks are unreachable by default', async () => {
  const closed = await startTestServer()
  const other = await addOwner(closed)
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('import_url', 'http://127.0.0.1/blog.xml')
  const { job } = (await postForm(closed, other.bucket.slug, form, other)).ok()
  expect((await endOf(closed, other, job)).status).toBe('failed')
  await closed.remove()
})
