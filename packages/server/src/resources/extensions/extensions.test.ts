import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listAudit } from '@typecase/contract/audit'
import { deleteBucket } from '@typecase/contract/buckets'
import {
  getExtensionValues,
  type InstalledExtension,
  installExtension,
  listExtensions,
  MAX_EXTENSIONS,
  uninstallExtension,
  updateExtension,
  updateExtensionValues,
  withdrawExtension,
} from '@typecase/contract/extensions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { EXTENSIONS, install, manifestOf, publish } from '../../testing/extensions.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  join as joinBucket,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { eraseSome } from '../buckets/erase-bucket.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-extensions-'))
cpSync(EXTENSIONS, folder, { recursive: true })

let server: TestServer
let owner: Owner
let stranger: Owner
let developer: Person
beforeAll(async () => {
  server = await startTestServer({}, { extensions: folder })
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  developer = await addPerson(server)
  await joinBucket(server, developer, owner, 'developer')
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true })
})

type By = { token?: string }
const slug = () => owner.bucket.slug
const LINES = {
  extension_id: 'line-count',
  version: '1.0.0',
  permissions: ['objects:read'],
  hosts: ['https://lines.example.com'],
}
const tryInstall = (more: object = {}, by: By = owner) =>
  server.send(installExtension, { body: { slug: slug(), ...LINES, ...more } }, by)
const installed = async (more: object = {}, by: By = owner) =>
  ((await tryInstall(more, by)).ok() as { extension: InstalledExtension }).extension
const list = async (by: By = owner) =>
  (await server.call(listExtensions, { query: { slug: slug() } }, by)).ok().extensions
const about = (more: object = {}) => ({ slug: slug(), extension_id: 'line-count', ...more })
const turn = (is_enabled: boolean, by: By = owner, more: object = {}) =>
  server.send(updateExtension, { body: about({ is_enabled, ...more }) }, by)
const uninstall = (by: By = owner, more: object = {}) =>
  server.send(uninstallExtension, { body: about(more) }, by)
const values = (by: By = owner, more: object = {}) =>
  server.send(getExtensionValues, { query: about(more) }, by)
const keep = (data: object, by: By = owner, more: object = {}) =>
  server.send(updateExtensionValues, { body: about({ data, ...more }) }, by)
const details = (answer: { error(): { details?: { path: string; rule?: string }[] } }) =>
  answer.error().details?.map(({ path, rule }) => [path, rule])
/** Returns an id that no other test uses. */
let count = 0
const newId = () => `made-${(count += 1)}`

const calls = (by: By) => [
  () => tryInstall({}, by),
  () => turn(false, by),
  () => uninstall(by),
  () => values(by),
  () => keep({ a: 1 }, by),
  () => server.send(listExtensions, { query: { slug: slug() } }, by),
]

test('every endpoint for extensions returns 401 without a session and 404 to a stranger', async () => {
  await installed()
  for (const call of calls({})) expect((await call()).status).toBe(401)
  for (const call of calls(stranger)) expect((await call()).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test('a developer sees extensions, but gets 403 for installing, switching and uninstalling them', async () => {
  expect((await tryInstall({}, developer)).status).toBe(403)
  const extension = await installed()
  expect((await turn(false, developer)).status).toBe(403)
  expect((await uninstall(developer)).status).toBe(403)
  expect(await list(developer)).toEqual([extension])
  expect((await keep({ a: 1 }, developer)).status).toBe(200)
})

test('an extension of another bucket returns 404, as an unknown one does', async () => {
  await installed()
  await keep({ secret: 'ours' })
  const theirs = { slug: stranger.bucket.slug }
  for (const answer of [
    await turn(false, stranger, theirs),
    await uninstall(stranger, theirs),
    await values(stranger, theirs),
    await keep({ a: 1 }, stranger, theirs),
    await tryInstall({ extension_id: 'nothing' }),
    await uninstall(owner, { extension_id: 'nothing' }),
  ])
    expect([answer.status, answer.error().message]).toEqual([404, 'Extension not found'])
  // Installed in the other bucket, it has none of our data.
  ;(await tryInstall(theirs, stranger)).ok()
  expect((await values(stranger, theirs)).ok()).toEqual({ values: {}, rev: 0 })
})

test('an extension of another workspace returns 404 until the person joins that workspace', async () => {
  const workspace = await addWorkspaceOf(server, owner)
  const { manifest } = await publish(server, owner, workspace.id, { id: newId() })
  const body = { extension_id: manifest.id, permissions: [], hosts: [] }
  const refused = await tryInstall({ slug: stranger.bucket.slug, ...body }, stranger)
  expect([refused.status, refused.error().message]).toEqual([404, 'Extension not found'])
  await joinWorkspace(server, stranger, workspace, 'user')
  expect((await tryInstall({ slug: stranger.bucket.slug, ...body }, stranger)).status).toBe(200)
})

describe('an invalid request', () => {
  test('with a malformed id, host, permission or key is rejected and names it', async () => {
    expect(details(await tryInstall({ extension_id: 'No' }))?.[0]?.[0]).toBe('extension_id')
    expect(details(await tryInstall({ hosts: ['http://a.b'] }))?.[0]?.[0]).toBe('hosts.0')
    expect(details(await tryInstall({ permissions: ['all'] }))?.[0]?.[0]).toBe('permissions.0')
    await installed()
    expect(details(await keep({ '9lives': 1 }))?.[0]?.[0]).toBe('data.9lives')
    expect((await turn('yes' as never)).status).toBe(400)
    expect(await list()).toMatchObject([{ is_enabled: true }])
  })

  test('that agrees to another version, or other permissions or hosts, returns 409', async () => {
    for (const [more, expected] of [
      [{ version: '0.9.0' }, [['version', 'version']]],
      [{ permissions: [] }, [['permissions', 'consent']]],
      [{ permissions: ['objects:read', 'media:read'] }, [['permissions', 'consent']]],
      [
        { permissions: [], hosts: ['https://other.example.com'] },
        [
          ['permissions', 'consent'],
          ['hosts', 'consent'],
        ],
      ],
    ] as const) {
      const answer = await tryInstall(more)
      expect(answer.status).toBe(409)
      expect(details(answer)).toEqual(expected)
    }
    expect(await list()).toEqual([])
  })

  test('to install one extension more than the limit returns 409', async () => {
    const rows = Array.from({ length: MAX_EXTENSIONS }, (_, n) => ({
      bucket_id: owner.bucket.id,
      extension_id: `many-${n}`,
      workspace_id: null,
      manifest: JSON.stringify(manifestOf({ id: `many-${n}` })),
      permissions: '[]',
      sha256: '0'.repeat(64),
      installed_by: owner.id,
      installed_at: '2026-01-01T00:00:00.000Z',
    }))
    await server.app.db.write(
      ({ db }) => db.insertInto('installed_extensions').values(rows).execute(),
      'serializable',
    )
    expect((await tryInstall()).status).toBe(409)
    ;(await uninstall(owner, { extension_id: 'many-0' })).ok()
    expect((await tryInstall()).status).toBe(200)
    // An installed extension may be changed to another version.
    expect((await tryInstall()).status).toBe(200)
  })

  test('to update an extension to one of another publisher returns 409', async () => {
    const id = newId()
    const workspace = await addWorkspaceOf(server, owner)
    const { manifest } = await publish(server, owner, workspace.id, { id })
    await install(server, owner, manifest)
    const withdrawn = { workspace_id: workspace.id, extension_id: id }
    ;(await server.call(withdrawExtension, { body: withdrawn }, owner)).ok()
    const other = await addWorkspaceOf(server, stranger)
    await joinWorkspace(server, owner, other, 'user')
    await publish(server, stranger, other.id, { id, version: '2.0.0' })
    // It is not offered as a newer version either.
    expect(await list()).toMatchObject([{ manifest: { version: '1.0.0' }, newer: null }])
    const next = { extension_id: id, version: '2.0.0', permissions: [], hosts: [] }
    expect((await tryInstall(next)).status).toBe(409)
    ;(await uninstall(owner, { extension_id: id })).ok()
    expect((await tryInstall(next)).status).toBe(200)
  })

  test('with a stale rev is rejected with the current state', async () => {
    const { rev } = await installed()
    ;(await turn(false, owner, { rev })).ok()
    const answer = await turn(true, owner, { rev })
    expect(answer.status).toBe(412)
    expect(answer.error()).toMatchObject({ current: { is_enabled: false, rev: rev + 1 } })
    ;(await keep({ a: 1 }, owner, { rev: 0 })).ok()
    const lateAnswer = await keep({ a: 2 }, owner, { rev: 0 })
    expect(lateAnswer.error()).toMatchObject({
      code: 'stale',
      current: { values: { a: 1 }, rev: 1 },
    })
  })

  test('whose values exceed the limit together with the stored ones returns 413', async () => {
    await installed()
    ;(await keep({ a: 'x'.repeat(200_000) })).ok()
    expect((await keep({ b: 'x'.repeat(60_000) })).status).toBe(413)
    expect(Object.keys((await values()).ok() as object)).toEqual(['values', 'rev'])
    expect((await values()).ok()).toMatchObject({ rev: 1 })
    ;(await keep({ a: null, b: 'x'.repeat(60_000) })).ok()
  })
})

describe('an installed extension', () => {
  test('is pinned to its files, and names the person who installed it', async () => {
    const extension = await installed()
    expect(extension).toEqual({
      manifest: expect.objectContaining({ id: 'line-count', version: '1.0.0' }),
      is_enabled: true,
      url: expect.stringMatching(/^\/ext\/[0-9a-f]{64}\/$/),
      newer: null,
      installed_by: owner.id,
      installed_at: expect.stringMatching(/^\d{4}-/),
      rev: 1,
    })
    expect(await list()).toEqual([extension])
  })

  test('stays unchanged when a newer one is published, until someone updates it', async () => {
    const id = newId()
    const workspace = await addWorkspaceOf(server, owner)
    const first = await publish(server, owner, workspace.id, { id })
    const before = await install(server, owner, first.manifest)
    const hosts = ['https://new.example.com']
    const newer = await publish(server, owner, workspace.id, { id, version: '1.1.0', hosts })
    expect(await list()).toEqual([{ ...before, newer: newer.manifest }])
    // A user outside the workspace has no offers.
    expect(await list(developer)).toEqual([before])
    ;(await turn(false, owner, { extension_id: id })).ok()
    const after = await install(server, owner, newer.manifest)
    expect(after).toMatchObject({ manifest: { version: '1.1.0', hosts }, newer: null, rev: 3 })
    expect(after.url).not.toBe(before.url)
    // A disabled extension stays disabled.
    expect(after.is_enabled).toBe(false)
  })

  test('can be switched off and on and uninstalled, and its values are kept', async () => {
    await installed()
    ;(await keep({ size: 'large' })).ok()
    expect((await turn(false)).ok()).toMatchObject({ extension: { is_enabled: false, rev: 2 } })
    expect((await turn(true)).ok()).toMatchObject({ extension: { is_enabled: true, rev: 3 } })
    expect((await uninstall()).ok()).toEqual({ message: expect.stringContaining('“Line count”') })
    expect(await list()).toEqual([])
    expect((await values()).status).toBe(404)
    await installed()
    expect((await values()).ok()).toEqual({ values: { size: 'large' }, rev: 1 })
  })

  test('is deleted with its bucket, together with its values', async () => {
    await installed()
    await keep({ a: 1 })
    ;(await server.call(deleteBucket, { query: { slug: slug() } }, owner)).ok()
    const { read } = server.app.db
    const rows = async () =>
      (
        await Promise.all(
          (['installed_extensions', 'extension_values'] as const).map((table) =>
            read
              .selectFrom(table)
              .select('extension_id')
              .where('bucket_id', '=', owner.bucket.id)
              .execute(),
          ),
        )
      ).flat().length
    expect(
      await waitFor(
        async () => {
          await eraseSome(server.app)
          return rows()
        },
        (count) => count === 0,
      ),
    ).toBe(0)
  })

  test('is announced to other tabs with each change', async () => {
    const kinds: string[] = []
    const leave = server.app.events.subscribe(owner.bucket.id, ({ kind }) => kinds.push(kind))
    await installed()
    await turn(false)
    await uninstall()
    await waitFor(
      () => kinds.length,
      (so) => so >= 3,
    )
    expect(new Set(kinds)).toEqual(new Set(['version']))
    leave()
  })

  test('is recorded in the audit log with the permissions and hosts that it was granted', async () => {
    await installed()
    await turn(false)
    await uninstall()
    const query = { project_id: owner.project.id, bucket_id: owner.bucket.id }
    const { entries } = (await server.call(listAudit, { query }, owner)).ok()
    const subject = { id: 'line-count', title: 'Line count' }
    const { permissions, hosts } = LINES
    expect(entries.slice(0, 3)).toMatchObject([
      { kind: 'bucket.uninstall_extension', subject },
      { kind: 'bucket.switch_extension', subject, details: { is_enabled: false } },
      {
        kind: 'bucket.install_extension',
        subject,
        user: { id: owner.id },
        details: { version: '1.0.0', permissions, hosts },
      },
    ])
  })
})

describe('the values of an extension', () => {
  test('are merged by key, and null removes a key', async () => {
    await installed()
    await keep({ size: 'large', tags: ['a', { b: false }], constructor: 1 })
    expect((await keep({ size: 'small', constructor: null, x: '\t' })).ok()).toEqual({
      values: { size: 'small', tags: ['a', { b: false }], x: '\t' },
      rev: 2,
    })
    expect((await values(developer)).ok()).toMatchObject({ values: { size: 'small' }, rev: 2 })
  })

  test('are all kept when they are written simultaneously', async () => {
    await installed()
    await Promise.all(Array.from({ length: 8 }, (_one, index) => keep({ [`k${index}`]: index })))
    const stored = (await values()).ok() as { values: object; rev: number }
    expect([Object.keys(stored.values).length, stored.rev]).toEqual([8, 8])
  })
})

describe('the files of an extension', () => {
  const shaOf = ({ url }: InstalledExtension) => url.split('/')[2] ?? ''
  const stored = async (sha256: string) =>
    (
      await server.app.db.read
        .selectFrom('extension_files')
        .select('path')
        .where('sha256', '=', sha256)
        .orderBy('path')
        .execute()
    ).map(({ path }) => path)

  test('are deleted once they are neither offered nor installed', async () => {
    const id = newId()
    const workspace = await addWorkspaceOf(server, owner)
    const { manifest } = await publish(server, owner, workspace.id, { id })
    const extension = await install(server, owner, manifest)
    const paths = ['extension.js', 'manifest.json']
    await deleteExpired(server.app)
    expect(await stored(shaOf(extension))).toEqual(paths)
    await publish(server, owner, workspace.id, { id, version: '2.0.0' })
    await deleteExpired(server.app)
    expect(await stored(shaOf(extension))).toEqual(paths)
    ;(await uninstall(owner, { extension_id: id })).ok()
    await deleteExpired(server.app)
    expect(await stored(shaOf(extension))).toEqual([])
    const offered = await server.app.db.read
      .selectFrom('published_extensions')
      .select('sha256')
      .where('extension_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await stored(offered.sha256)).toEqual(paths)
  })

  test('of the product stay as installed when the product changes, until an update', async () => {
    const before = await installed()
    const path = join(folder, 'line-count', 'extension.ts')
    const manifestPath = join(folder, 'line-count', 'manifest.json')
    const [source, manifest] = [readFileSync(path, 'utf8'), readFileSync(manifestPath, 'utf8')]
    writeFileSync(path, `${source}\ndocument.title = 'later'\n`)
    writeFileSync(manifestPath, manifest.replace('1.0.0', '1.0.1'))
    const { dataDir } = server
    await server.close()
    server = await startTestServer({ DATA_DIR: dataDir }, { extensions: folder })
    const [now] = await list()
    expect(now).toMatchObject({ url: before.url, newer: { version: '1.0.1' } })
    const served = async (url: string) =>
      (await server.http.inject({ url: `${url}extension.js` })).body
    expect(await served(before.url)).not.toContain('later')
    const after = await installed({ version: '1.0.1' })
    expect(await served(after.url)).toContain('later')
    writeFileSync(path, source)
    writeFileSync(manifestPath, manifest)
  })
})
