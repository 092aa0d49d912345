import { createCipheriv, scryptSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'
import { endOf, importFile, postForm, sendImport } from '../../testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

const FIXTURES = join(import.meta.dirname, '../../../../../../../tests/fixtures/foreign')
const SAMPLE = readFileSync(join(FIXTURES, 'strapi.tar.gz'))
/** Written by `strapi export --key "open sesame"`. */
const ENCRYPTED = readFileSync(join(FIXTURES, 'strapi-encrypted.tar.gz.enc'))
const KEY = 'open sesame'

/** Encrypts as `strapi export --key` does. @param salt the salt of its version */
function encrypted(bytes: Uint8Array, salt = 'strapi-data-transfer'): Buffer {
  const cipher = createCipheriv('aes-128-ecb', scryptSync(KEY, salt, 16), null)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const temporary = () => readdirSync(join(server.app.settings.DATA_DIR, 'tmp'))
/** The file of a job is deleted after the end of the job. */
const expectNoFiles = () =>
  waitFor(
    async () => temporary(),
    (names) => names.length === 0,
  )
const options = { name: 'export.tar.gz.enc', export_key: KEY }

describe('an encrypted export of Strapi', () => {
  test('that Strapi wrote is refused with a wrong key, and imported with the right key', async () => {
    const wrong = { ...options, export_key: 'open' }
    expect((await sendImport(server, owner, ENCRYPTED, wrong, owner)).status).toBe(400)
    const { report } = await importFile(server, owner, ENCRYPTED, options)
    expect(report).toMatchObject({ objects: { added: 2 }, total_errors: 0, warnings: [] })
    const query = { slug: owner.bucket.slug }
    const { objects } = (await server.call(listObjects, { query }, owner)).ok()
    expect(objects.map(({ object }) => [object.title, object.status, object.metadata])).toEqual([
      ['High water', 'published', { text: '**Grüße** from the pier' }],
      ['Low water', 'draft', { text: 'A draft' }],
    ])
  })

  test.each<[string, Buffer, string]>([
    ['of a present version', encrypted(SAMPLE), 'export.tar.gz.enc'],
    ['of an older version', encrypted(SAMPLE, ''), 'export.tar.gz.enc'],
    ['that is not compressed', encrypted(gunzipSync(SAMPLE)), 'export.tar.enc'],
  ])('%s is imported with its key, which is not stored', async (_name, bytes, name) => {
    const { job, report } = await importFile(server, owner, bytes, { ...options, name })
    expect(report).toMatchObject({ objects: { added: 8 }, media: { added: 1 }, total_errors: 0 })
    expect(job.title).toBe(`Import ${name.replace('.enc', '')}`)
    const rows = await server.app.db.read.selectFrom('jobs').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(KEY)
    await expectNoFiles()
  })

  test.each<[string, Buffer, object, string]>([
    ['another key', encrypted(SAMPLE), { export_key: 'open' }, 'does not open the export'],
    ['an empty key', encrypted(SAMPLE), { export_key: '' }, 'export_key'],
    ['a key for another file', SAMPLE, { name: 'export.tar.gz' }, 'goes with an encrypted export'],
    ['a file that is another one', Buffer.alloc(2048, 7), {}, 'does not open the export'],
    ['an empty file', Buffer.alloc(0), {}, 'does not open the export'],
  ])('%s is refused at once', async (_name, bytes, more, words) => {
    const answer = await sendImport(server, owner, bytes, { ...options, ...more }, owner)
    expect(answer.status).toBe(400)
    expect(answer.error().message).toContain(words)
    expect(answer.error().details?.[0]?.path).toBe('export_key')
    expect(temporary()).toEqual([])
  })

  test('at an address is refused with a key, which the job would have to store', async () => {
    const form = new FormData()
    form.set('import_mode', 'dry_run')
    form.set('import_url', 'https://example.com/export.tar.gz.enc')
    form.set('export_key', KEY)
    const answer = await postForm(server, owner.bucket.slug, form, owner)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.[0]?.path).toBe('export_key')
  })

  test.each([-1, -16, -5000])('that lacks %d bytes imports nothing', async (end) => {
    const bytes = encrypted(SAMPLE).subarray(0, end)
    const answer = await sendImport(server, owner, bytes, options, owner)
    const reason =
      answer.status === 202
        ? (await endOf(server, owner, answer.ok().job)).errors[0]?.reason
        : answer.error().message
    expect(reason).toMatch(/damaged or was cut off/)
    const query = { slug: owner.bucket.slug }
    expect((await server.call(listObjects, { query }, owner)).ok().total).toBe(0)
    await expectNoFiles()
  })

  test('without its key fails and asks for the key', async () => {
    const { job } = await importFile(server, owner, encrypted(SAMPLE), { name: options.name })
    expect(job.errors[0]?.reason).toContain('Import it with its key')
  })
})
