import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { addBucket } from '@typecase/contract/projects'
import { addOneObject } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { picture } from '@typecase/server/testing/pictures'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { upload } from '@typecase/server/testing/uploads'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let server: TestServer
let owner: Owner
let url: string
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  const person = await addOwner(server)
  const data = { title: 'My blog', slug: 'my-blog', template: 'blog' as const }
  const body = { project_id: person.project.id, data }
  const { bucket } = (await server.call(addBucket, { body }, person)).ok()
  owner = { ...person, bucket }
  url = await server.http.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'typecase-site-'))
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true })
})

const node = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } })

test('the types of the example match the output of the types command', async () => {
  const out = join(folder, 'types.ts')
  const args = ['types', '--bucket', 'my-blog', '--out', out, '--url', url]
  await node({ TYPECASE_TOKEN: owner.token }, 'dist-server/typecase.js', ...args)
  // Formats the generated types in the style of the example.
  cpSync(join(ROOT, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'))
  await run(join(ROOT, 'node_modules/.bin/oxfmt'), [out], { cwd: folder })
  const example = join(ROOT, 'docs/examples/blog-types.ts')
  if (process.env['UPDATE_DOCS'] === '1') cpSync(out, example)
  expect(readFileSync(example, 'utf8')).toBe(readFileSync(out, 'utf8'))
})

test('the types command names the missing argument', async () => {
  const failed = node(
    { TYPECASE_TOKEN: owner.token },
    'dist-server/typecase.js',
    'types',
    '--url',
    url,
  )
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--bucket') as string,
  })
})

test('the example builds a site that shows published objects and no drafts', async () => {
  const [hero] = await upload(server, owner, {
    bytes: await picture().png().toBuffer(),
    name: 'hero.png',
  })
  const author = await addOneObject(server, owner, {
    type: 'authors',
    title: 'Ada & Co',
    status: 'published',
  })
  const metadata = { teaser: 'A <short> one', body: 'Words', hero: hero?.name, author: author.id }
  const post = { type: 'posts', title: 'First post', status: 'published', metadata }
  await addOneObject(server, owner, post)
  await addOneObject(server, owner, { ...post, title: 'Not yet', status: 'draft' })
  const key = owner.bucket.api_access.read_key
  const env = { BUCKET: 'my-blog', READ_KEY: key, API: `${url}/v3` }
  await node(env, 'docs/examples/site.ts', folder)
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(index).toContain('<a href="first-post.html">First post</a> A &lt;short>')
  expect(index).not.toContain('Not yet')
  const page = readFileSync(join(folder, 'first-post.html'), 'utf8')
  expect(page).toContain('By Ada &amp; Co')
  expect(page).toContain(`/media/${hero?.name}?w=800&amp;auto=format`)
})
