import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { item, wxr } from './formats/wordpress/wxr.fixture.ts'
import { endOf, postForm } from './testing/import-file.ts'

let server: TestServer
let owner: Owner
let site: Server
let url: string
const files: Record<string, string> = { '/blog.xml': wxr(item()), '/rows.csv': 'title\nFog\n' }
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

describe('who may import from an address', () => {
  test('401 without a session', async () => {
    const form = new FormData()
    form.set('import_url', `${url}/blog.xml`)
    expect((await postForm(server, owner.bucket.slug, form)).status).toBe(401)
  })

  test('403 for an editor', async () => {
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
])('400 for the address %j', async (address, path) => {
  const answer = await send({ import_url: address })
  expect(answer.status).toBe(400)
  expect(answer.error().details?.[0]?.path).toBe(path)
})

test('400 for an address next to a file, and for neither', async () => {
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

test('the job fetches the file, checks it and imports it', async () => {
  const checked = await run({ import_url: `${url}/moved`, import_mode: 'dry_run' })
  expect(checked).toMatchObject({ status: 'done', result: { objects: { added: 2 } } })
  expect(await titles()).toEqual([])
  expect(await run({ import_url: `${url}/blog.xml` })).toMatchObject({
    status: 'done',
    title: 'Import blog.xml',
  })
  expect(await titles()).toContain('Post 1')
})

test('a table needs its mapping, as one of a file does', async () => {
  const mapping = { format: 'csv', object_type: 'posts', columns: [{ from: 'title', to: 'title' }] }
  const address = { import_url: `${url}/rows.csv` }
  expect(await run({ ...address, mapping: JSON.stringify(mapping) })).toMatchObject({
    status: 'done',
  })
  expect(await titles()).toEqual(['Fog'])
  expect((await run(address)).status).toBe('failed')
})

test('a file that cannot be fetched changes nothing, and says why', async () => {
  const job = await run({ import_url: `${url}/missing.xml` })
  expect(job.status).toBe('failed')
  expect(job.errors.at(-1)?.reason).toContain('its server answers 404')
  expect(await titles()).toEqual([])
})

test('private networks are out of reach unless a setting opens them', async () => {
  const closed = await startTestServer()
  const other = await addOwner(closed)
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('import_url', 'http://127.0.0.1/blog.xml')
  const { job } = (await postForm(closed, other.bucket.slug, form, other)).ok()
  expect((await endOf(closed, other, job)).status).toBe('failed')
  await closed.remove()
})
