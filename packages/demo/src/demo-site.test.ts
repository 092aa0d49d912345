import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { listObjects, updateObject } from '@typecase/contract/objects'
import { authenticate } from '@typecase/contract/users'
import type { TestServer } from '@typecase/server/testing/test-server'
import { vercelStegaDecodeAll } from '@vercel/stega'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createMagazine } from '../../../docs/examples/magazine/site.ts'
import { openDemoSite } from './demo-site.ts'
import { startDemo } from './testing/start-demo.ts'

const SECRET = 'a-secret-of-the-test-only'
let server: TestServer
let slug: string
let me: { token: string }
let site: Server
let address: string

beforeAll(async () => {
  const { server: started, demo } = await startDemo()
  server = started
  slug = demo.bucketSlug
  const body = { email: demo.email, password: demo.password }
  me = (await server.call(authenticate, { body })).ok()
  const { api_access } = (await server.call(getBucket, { query: { slug } }, me)).ok().bucket
  const cms = await server.http.listen({ port: 0, host: '127.0.0.1' })
  const { read_key: readKey, preview_key: previewKey } = api_access
  site = createMagazine({ cms, bucket: slug, readKey, previewKey, previewSecret: SECRET })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await server.remove()
})

async function page(path: string) {
  // Without `keep-alive`, since the last test closes the connections of the site.
  const answer = await fetch(address + path, { headers: { connection: 'close' } })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const sourcesIn = (html: string) => vercelStegaDecodeAll<{ o: string; p: string }>(html) ?? []
const preview = (path: string) => page(`/preview/${SECRET}${path}`)

test('the demo site shows published content to everyone, without sources or the preview script', async () => {
  const home = await page('/')
  expect(home.status).toBe(200)
  const [, article = ''] = /href="(\/articles\/[^"]+)"/.exec(home.html) ?? []
  const { html } = await page(article)
  const [, author = ''] = /href="(\/authors\/[^"]+)"/.exec(html) ?? []
  const written = await page(author)
  expect([written.status, written.html.includes(article)]).toEqual([200, true])
  for (const text of [home.html, html, written.html]) {
    expect(sourcesIn(text)).toEqual([])
    expect(text).not.toMatch(/data-typecase|preview/)
  }
  for (const path of ['/articles/none', '/other', `/preview/${SECRET}x/`, '/preview/'])
    expect((await page(path)).status).toBe(404)
})

test('the demo site shows drafts with their sources below the secret, and links stay there', async () => {
  const query = { slug, query: '{"type":"articles","locale":"en"}', limit: 1 }
  const { objects } = (await server.call(listObjects, { query }, me)).ok()
  const [first] = objects
  if (!first) throw new Error('The demo has articles.')
  const object_id = first.object.id
  const data = { title: 'Fog, again', status: 'draft' as const }
  ;(await server.call(updateObject, { body: { slug, object_id, data } }, me)).ok()
  const { html, headers } = await preview(`/articles/${first.object.slug}`)
  expect(html).toContain('Fog, again')
  expect(html).toContain('/preview.js"></script>')
  expect(headers.get('cache-control')).toBe('no-store')
  const paths = sourcesIn(html).flatMap(({ o, p }) => (o === object_id ? p : []))
  expect(paths).toEqual(expect.arrayContaining(['title', 'metadata.teaser', 'metadata.body']))
  expect(html).toContain(`data-typecase="${object_id}:metadata.minutes"`)
  expect((await page(`/articles/${first.object.slug}`)).html).not.toContain('Fog, again')
  expect((await preview('/')).html).toContain(`href="/preview/${SECRET}/articles/`)
})

test('the demo site listens on the port of its preview site once that port is free', async () => {
  const { preview_sites } = (await server.call(getBucket, { query: { slug } }, me)).ok().bucket
  const [demoSite] = preview_sites
  expect(demoSite?.url).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/preview\/[\w-]{24}\/\{type\}\/\{slug\}\?locale=\{locale\}$/,
  )
  const port = (site.address() as AddressInfo).port
  const preview_sites_here = preview_sites.map((one) => ({
    ...one,
    url: one.url.replace(/:\d+/, `:${port}`),
  }))
  const body = { slug, data: { preview_sites: preview_sites_here } }
  ;(await server.call(updateBucket, { body }, me)).ok()
  // The site of this test occupies its port.
  expect(await openDemoSite(server)).toBe(undefined)
  site.close()
  site.closeAllConnections()
  expect(await openDemoSite(server)).toBe(`http://127.0.0.1:${port}`)
  expect((await page('/other')).status).toBe(404)
})
