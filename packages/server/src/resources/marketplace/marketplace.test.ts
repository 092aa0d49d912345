import { listAudit } from '@typecase/contract/audit'
import type { ErrorBody } from '@typecase/contract/errors'
import {
  listMarketplace,
  MAX_EXTENSIONS,
  publishExtension,
  withdrawExtension,
} from '@typecase/contract/extensions'
import { newId } from '@typecase/contract/ids'
import { deleteWorkspace } from '@typecase/contract/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  EXTENSIONS,
  type Files,
  filesOf,
  manifestOf,
  publish,
  publishFiles,
} from '../../testing/extensions.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let member: Person
let workspace: { id: string }
/** A different id for each test, because the database is shared. */
let id: string
let count = 0
beforeAll(async () => {
  server = await startTestServer({}, { extensions: EXTENSIONS })
})
beforeEach(async () => {
  id = `stamps-${(count += 1)}`
  owner = await addOwner(server)
  stranger = await addOwner(server)
  workspace = await addWorkspaceOf(server, owner, 'Press')
  member = await addPerson(server)
  await joinWorkspace(server, member, workspace, 'manager')
})
afterAll(() => server.remove())

type By = { token?: string }
const send = (files: Files | Buffer, by: By = owner, workspaceId = workspace.id) =>
  publishFiles(server, by.token, workspaceId, files)
const withdraw = (by: By = owner, more: object = {}) =>
  server.send(
    withdrawExtension,
    { body: { workspace_id: workspace.id, extension_id: id, ...more } },
    by,
  )
const list = async (by: By = owner) => (await server.call(listMarketplace, {}, by)).ok().extensions
const idsFor = async (by: By) => (await list(by)).map(({ manifest }) => manifest.id)
const problemIn = ({ status, json }: { status: number; json: object }) => {
  const { details } = json as ErrorBody
  return [status, details?.[0]?.path, details?.[0]?.rule]
}

test('all calls answer 401 without a session', async () => {
  expect((await server.send(listMarketplace, {})).status).toBe(401)
  expect((await send(filesOf(), {})).status).toBe(401)
  expect((await withdraw({})).status).toBe(401)
})

test('publishing and withdrawing need an admin of the workspace (403), and answer 404 to outsiders', async () => {
  await publish(server, owner, workspace.id, { id })
  const next = filesOf(manifestOf({ id, version: '2.0.0' }))
  expect((await send(next, member)).status).toBe(403)
  expect((await withdraw(member)).status).toBe(403)
  const theirs = await send(next, stranger)
  const missing = await send(next, stranger, newId())
  expect(theirs.status).toBe(404)
  expect({ ...theirs.json, request_id: '' }).toEqual({ ...missing.json, request_id: '' })
  expect((await withdraw(stranger)).status).toBe(404)
  expect(await idsFor(owner)).toContain(id)
})

test('withdrawing an extension of another workspace answers 404, as for one that never existed', async () => {
  await publish(server, owner, workspace.id, { id })
  const other = await addWorkspaceOf(server, stranger)
  const theirs = await withdraw(stranger, { workspace_id: other.id })
  const missing = await withdraw(stranger, { workspace_id: other.id, extension_id: 'nothing' })
  expect(theirs.status).toBe(404)
  expect({ ...theirs.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
  expect(await idsFor(owner)).toContain(id)
})

describe('publishing refuses', () => {
  test('a request without a file (400), in another format (415) or with an invalid id (400)', async () => {
    expect((await send({})).status).toBe(400)
    const query = { workspace_id: workspace.id }
    expect((await server.send(publishExtension, { query, body: {} }, owner)).status).toBe(415)
    expect((await send(filesOf(), owner, 'default')).status).toBe(400)
    expect((await withdraw(owner, { extension_id: 'No id' })).status).toBe(400)
  })

  test('a manifest with an invalid field, and names the field', async () => {
    const refused = async (more: object, files: Files = {}) =>
      problemIn(await send(filesOf({ ...manifestOf({ id }), ...more }, files)))
    expect(await refused({ title: '' })).toEqual([400, 'manifest.title', 'min'])
    expect(await refused({ version: '1.0' })).toEqual([400, 'manifest.version', 'pattern'])
    expect(await refused({ colour: 'red' })).toEqual([400, 'manifest.colour', 'unknown_key'])
    expect(await refused({ entry: 'other.js' })).toEqual([400, 'manifest.entry', 'reference'])
    const command = { name: 'a', title: 'A', about: 'objects', effect: 'write' }
    expect(await refused({ commands: [command, { ...command, title: 1 }] })).toEqual([
      400,
      'manifest.commands.1.title',
      'domain',
    ])
    expect(await refused({ commands: [command] })).toEqual([
      400,
      'manifest.commands.0.effect',
      'requires',
    ])
    expect(await refused({}, { 'index.html': '<p>' })).toEqual([400, 'index.html', 'type'])
    expect(await refused({}, { 'manifest.json': '{' })).toEqual([400, 'manifest', 'json'])
    expect(await idsFor(owner)).not.toContain(id)
  })

  test('a module with an import that a frame cannot load, and names the module', async () => {
    const SDK = '@typecase/extension-sdk'
    const code = `import { words } from './lib/words.js'
      import data from './words.json' with { type: 'json' }
      import '${SDK}'
      export const later = (name) => [words, data, import('./lib/words.js'), import(name)]
      // import 'no-module'`
    const files = { 'lib/words.js': `export const words = "from 'lit'"`, 'words.json': '[]' }
    for (const wrong of [
      `import 'lit'`,
      `import('lit')`,
      `export * from '/ext/sdk/1.js'`,
      `import 'https://example.org/x.js'`,
      `import '../words.js'`,
      `import './lib/none.js'`,
      `import {`,
    ]) {
      const answer = await send(filesOf(manifestOf({ id }), { ...files, 'extension.js': wrong }))
      const rule = wrong.endsWith('{') ? 'syntax' : 'import'
      expect([wrong, ...problemIn(answer)]).toEqual([wrong, 400, 'extension.js', rule])
    }
    const right = filesOf(manifestOf({ id, version: '99.0.0' }), { ...files, 'extension.js': code })
    expect((await send(right)).status).toBe(201)
  })

  test('an archive that is too large (413)', async () => {
    expect((await send(Buffer.alloc(1_000_001))).status).toBe(413)
  })

  test('a version that is not newer (409)', async () => {
    await publish(server, owner, workspace.id, { id, version: '1.10.0' })
    for (const version of ['1.10.0', '1.9.9', '0.20.0']) {
      const answer = await send(filesOf(manifestOf({ id, version, title: 'Other' })))
      expect(problemIn(answer)).toEqual([409, 'manifest.version', 'newer'])
    }
    expect((await send(filesOf(manifestOf({ id, version: '1.10.1' })))).status).toBe(201)
  })

  test('an id of the product or of another workspace, without revealing the owner', async () => {
    await publish(server, owner, workspace.id, { id })
    const other = await addWorkspaceOf(server, stranger)
    const answer = await send(filesOf(manifestOf({ id, version: '9.0.0' })), stranger, other.id)
    expect(problemIn(answer)).toEqual([409, 'manifest.id', 'unique'])
    expect(JSON.stringify(answer.json)).not.toMatch(/Press|workspace/i)
    const product = await send(filesOf(manifestOf({ id: 'line-count', version: '9.0.0' })))
    expect(problemIn(product)).toEqual([409, 'manifest.id', 'unique'])
  })

  test('an extension beyond the limit of a workspace (409), until one is withdrawn', async () => {
    const rows = Array.from({ length: MAX_EXTENSIONS }, (_, n) => ({
      extension_id: `many-${count}-${n}`,
      workspace_id: workspace.id,
      manifest: JSON.stringify(manifestOf({ id: `many-${count}-${n}` })),
      sha256: '0'.repeat(64),
      size: 1,
      published_at: '2026-01-01T00:00:00.000Z',
      published_by: owner.id,
    }))
    await server.app.db.write(
      ({ db }) => db.insertInto('published_extensions').values(rows).execute(),
      'serializable',
    )
    expect((await send(filesOf(manifestOf({ id })))).status).toBe(409)
    expect((await withdraw(owner, { extension_id: `many-${count}-0` })).status).toBe(200)
    expect((await send(filesOf(manifestOf({ id })))).status).toBe(201)
  })

  test('further archives after 60 in an hour (429)', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    try {
      const other = await addOwner(limited)
      const { id: otherWorkspaceId } = await addWorkspaceOf(limited, other)
      const sendOne = async () =>
        (await publishFiles(limited, other.token, otherWorkspaceId, {})).status
      for (let sent = 0; sent < 60; sent += 1) expect(await sendOne()).toBe(400)
      expect(await sendOne()).toBe(429)
    } finally {
      await limited.remove()
    }
  })

  test('all but one of several simultaneous requests to publish the same version', async () => {
    const files = filesOf(manifestOf({ id }))
    const answers = await Promise.all([send(files), send(files), send(files)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })
})

describe('the marketplace', () => {
  test('lists the workspace’s extensions for its members and the product’s for everyone, by title', async () => {
    const title = 'A first one'
    const offered = await publish(server, owner, workspace.id, { id, title })
    expect(offered).toEqual({
      manifest: manifestOf({ id, title }),
      publisher: { kind: 'workspace', workspace_id: workspace.id },
      size: Buffer.byteLength(Object.values(filesOf(manifestOf({ id, title }))).join('')),
      published_at: expect.stringMatching(/^\d{4}-/),
    })
    const [first, second, ...others] = await list(member)
    expect(first).toEqual(offered)
    expect(second).toMatchObject({
      manifest: { id: 'line-count', hosts: ['https://lines.example.com'] },
      publisher: { kind: 'product' },
      published_at: null,
    })
    expect(others).toEqual([])
    expect(await idsFor(stranger)).toEqual(['line-count'])
  })

  test('lists only the newest version of an extension, until it is withdrawn', async () => {
    await publish(server, owner, workspace.id, { id })
    await publish(server, owner, workspace.id, { id, version: '1.0.1', title: 'New' })
    const mine = async () => (await list()).filter(({ manifest }) => manifest.id === id)
    expect(await mine()).toMatchObject([{ manifest: { version: '1.0.1', title: 'New' } }])
    expect((await withdraw()).ok()).toEqual({ message: expect.stringContaining('“New”') })
    expect(await mine()).toEqual([])
    expect((await withdraw()).status).toBe(404)
  })

  test('no longer lists the extensions of a deleted workspace', async () => {
    await publish(server, owner, workspace.id, { id })
    ;(await server.call(deleteWorkspace, { query: { workspace_id: workspace.id } }, owner)).ok()
    expect(await idsFor(owner)).toEqual(['line-count'])
  })
})

test('publishing and withdrawing are in the audit log, with the extension’s permissions', async () => {
  const permissions = ['objects:read'] as const
  await publish(server, owner, workspace.id, { id, permissions: [...permissions] })
  ;(await withdraw()).ok()
  const query = { workspace_id: workspace.id }
  const { entries } = (await server.call(listAudit, { query }, owner)).ok()
  expect(entries.slice(0, 2)).toMatchObject([
    { kind: 'workspace.withdraw_extension', subject: { id, title: 'Stamps' } },
    {
      kind: 'workspace.publish_extension',
      user: { id: owner.id },
      subject: { id, title: 'Stamps' },
      details: { version: '1.0.0', permissions, hosts: [] },
    },
  ])
})
