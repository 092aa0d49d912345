import { deleteToken } from '@typecase/contract/access-tokens'
import { newId } from '@typecase/contract/ids'
import {
  type Grant,
  onlyReads,
  type Permission,
  permissionsIn,
  tokenScopes,
  type TokenScope,
  whyNot,
} from '@typecase/contract/roles'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { picture } from '@typecase/server/testing/pictures'
import { createTestClock } from '@typecase/server/testing/test-clock'
import type { TestServer } from '@typecase/server/testing/test-server'
import { upload } from '@typecase/server/testing/uploads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { tools } from '../../packages/assistant/src/mcp-server.ts'
import {
  type Assistant,
  connect,
  startAssistantServer,
  tokenOf,
} from '../clients/assistant-client.ts'
import { type Part, parts } from './parts.ts'

const clock = createTestClock()
let server: TestServer & { url: string }
let owner: Owner
let stranger: Owner
let objectId: string
let mediaId: string
beforeAll(async () => {
  server = await startAssistantServer({}, { clock })
  owner = await addOwner(server)
  stranger = await addOwner(server)
  for (const one of [owner, stranger]) await addType(server, one, 'posts')
  ;({ id: objectId } = await addOneObject(server, owner, { type: 'posts', title: 'One' }))
  const bytes = await picture().png().toBuffer()
  const [image] = await upload(server, owner, { bytes, name: 'fog.png' })
  mediaId = image?.id ?? ''
})
afterAll(() => server.remove())

interface Call {
  readonly command: string
  readonly args: object
}

/** A command for each of these permissions. */
const commands = () => {
  const objects = { ids: [objectId] }
  const media = { ids: [mediaId] }
  return {
    'objects:write': { command: 'objects.add', args: { type: 'posts', title: 'New' } },
    'objects:publish': { command: 'objects.publish', args: { scope: objects } },
    'objects:delete': { command: 'objects.delete', args: { scope: objects } },
    'media:write': { command: 'media.set-alt-text', args: { scope: media, alt_text: newId() } },
    'media:delete': { command: 'media.delete', args: { scope: media } },
    'types:write': { command: 'object-types.new-folder', args: { title: 'New' } },
    'bucket:settings': { command: 'assistants.set', args: { assistants: 'on' } },
  } as const satisfies Partial<Record<Permission, Call>>
}
type Tried = keyof ReturnType<typeof commands>
const tried = Object.keys(commands()) as Tried[]

/** Returns the permissions that a call needs, in the order in which the server checks them. */
const needs = (permission: Permission): readonly Permission[] =>
  permission === 'media:delete' ? ['media:write', permission] : [permission]
/** Calls of tools that only read; `plan` and the ones after it concern a command. */
const reads = (): readonly (readonly [tool: string, args: Record<string, unknown>])[] => [
  ['buckets', {}],
  ['schema', { type: 'posts' }],
  ['search', { words: 'One' }],
  ['query', { query: { type: 'posts' } }],
  ['get', { id: objectId }],
  ['media', {}],
  ['find_commands', { words: 'objects.publish' }],
  ['find_values', { command: 'objects.set-field', argument: 'field' }],
]
const onPlans = ['plan', 'run_command', 'apply', 'undo', 'job']

test('these tests cover every tool', () => {
  const names = [...reads().map(([name]) => name), ...onPlans]
  expect(tools.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

/** Returns the grant that someone has in the bucket, or undefined. */
function grantOf({ bucket, project }: Part): Grant | undefined {
  const isOverAll = project === 'admin' || project === 'manager'
  return isOverAll ? { role: 'admin' } : bucket
}

/** Returns the error message of a refusal, or undefined if the call is allowed. */
function refusalOf(grant: Grant, scope: TokenScope, permission: Permission): string | undefined {
  const limited = { ...grant, scope }
  const missing = needs(permission).find((one) => !permissionsIn(limited).includes(one))
  if (missing) return whyNot(limited, missing)
  return scope === 'read' ? onlyReads : undefined
}

describe.each(parts.filter(({ workspace }) => workspace === undefined))('$name', (part) => {
  let secrets: ReadonlyMap<TokenScope, string>
  beforeAll(async () => {
    const person = await part.join(server, {} as never, owner)
    secrets = new Map(
      await Promise.all(
        tokenScopes.map(
          async (scope) => [scope, (await tokenOf(server, person, scope)).secret] as const,
        ),
      ),
    )
  })
  const open = (scope: TokenScope) =>
    connect(server.url, secrets.get(scope) ?? '', { bucket: owner.bucket.slug })

  test.each(tokenScopes)(
    'reads with a token of scope %s, and plans only what the table allows',
    async (scope) => {
      const grant = grantOf(part)
      const { call } = await open(scope)
      const read = await Promise.all(
        reads().map(async ([name, args]) => [name, (await call(name, args)).isError] as const),
      )
      const isRefused = (name: string) => grant === undefined && name !== 'buckets'
      expect(read).toEqual(read.map(([name]) => [name, isRefused(name)]))
      const planned = await Promise.all(
        Object.entries(commands()).map(async ([permission, args]) => {
          const { json } = await call('plan', { ...args })
          return [permission, json.error] as const
        }),
      )
      const expected = planned.map(([permission, error]) => [
        permission,
        grant ? refusalOf(grant, scope, permission as Permission) : expect.any(String),
        error,
      ])
      expect(planned.map(([permission, error]) => [permission, error, error])).toEqual(expected)
    },
  )
})

describe('a narrower token of the same person', () => {
  let admin: Assistant
  beforeAll(async () => {
    admin = await connect(server.url, (await tokenOf(server, owner)).secret, { agrees: true })
  })

  describe.each(tokenScopes)('%s', (scope) => {
    let narrow: Assistant
    beforeAll(async () => {
      const { secret } = await tokenOf(server, owner, scope)
      narrow = await connect(server.url, secret, { agrees: true })
    })
    const ofOwner = (permission: Permission) => refusalOf({ role: 'admin' }, scope, permission)

    test.each(tried)(
      'applies and undoes a plan that needs %s only if the table allows it',
      async (permission) => {
        const refusal = ofOwner(permission)
        const ran = await narrow.call('run_command', { ...commands()[permission] })
        if (refusal !== undefined) expect(ran.json.error).toBe(refusal)
        else expect(ran.isError).toBe(false)
        const { plan_id } = (await admin.call('plan', { ...commands()[permission] })).json
        const applied = (await narrow.call('apply', { plan_id })).json
        if (refusal !== undefined) {
          expect(applied.error).toBe(refusal)
          return
        }
        expect(applied).toMatchObject({ state: 'done', can_be_undone: true })
        const undone = (await narrow.call('undo', { plan_id })).json
        expect(undone).toMatchObject({ state: 'undone' })
      },
    )

    test('follows a plan that a broader token applied, and undoes it only if the table allows it', async () => {
      const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Undo' })
      const args = { scope: { ids: [id] } }
      const { json: plan } = await admin.call('plan', { command: 'objects.publish', args })
      const { plan_id } = plan
      expect((await admin.call('apply', { plan_id })).json.state).toBe('done')
      expect((await narrow.call('job', { plan_id })).json.state).toBe('done')
      const refusal = ofOwner('objects:publish')
      const undone = (await narrow.call('undo', { plan_id })).json
      if (refusal === undefined) expect(undone).toMatchObject({ state: 'undone' })
      else if (scope === 'read') expect(undone).toMatchObject({ error: refusal })
      // The server names the object that it left out.
      else expect(undone.error).toContain('with a “draft” token) may only save drafts')
      const { state } = (await narrow.call('job', { plan_id })).json
      expect(state).toBe(refusal === undefined ? 'undone' : 'done')
      const cancelled = (await narrow.call('job', { plan_id, cancel: true })).json
      expect(cancelled.error).toBe(scope === 'read' ? onlyReads : undefined)
    })
  })
})

describe('an access token', () => {
  const everyTool = () => [
    ...reads(),
    ...onPlans.map((name) => [name, { plan_id: objectId, command: 'objects.publish' }] as const),
  ]
  const statusOf = async (name: string, args: object, authorization?: string) => {
    const { status } = await fetch(`${server.url}/mcp?bucket=${owner.bucket.slug}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    })
    return status
  }

  test('for one bucket opens no other tenant’s bucket with any tool', async () => {
    const { secret } = await tokenOf(server, stranger, 'admin', [stranger.bucket.id])
    const { call } = await connect(server.url, secret)
    expect((await call('buckets')).json.buckets).toMatchObject([{ slug: stranger.bucket.slug }])
    expect((await call('schema', { type: 'posts' })).isError).toBe(false)
    for (const [name, args] of everyTool()) {
      if (name === 'buckets') continue
      const { isError, text } = await call(name, { ...args, bucket: owner.bucket.slug })
      expect([name, isError]).toEqual([name, true])
      expect(text).not.toContain(owner.bucket.title)
    }
  })

  test('for one of a person’s buckets does not open another bucket', async () => {
    const { secret } = await tokenOf(server, owner, 'admin', [owner.bucket.id])
    const { call } = await connect(server.url, secret)
    expect((await call('get', { id: objectId })).isError).toBe(false)
    expect((await call('get', { id: objectId, bucket: stranger.bucket.slug })).isError).toBe(true)
  })

  test('that is missing, invalid, revoked or expired gets 401 from every tool', async () => {
    const revoked = await tokenOf(server, owner)
    const expired = await tokenOf(server, owner)
    const { call } = await connect(server.url, revoked.secret)
    expect((await call('buckets')).isError).toBe(false)
    await server.call(deleteToken, { query: { token_id: revoked.id } }, owner)
    clock.advance(2 * 24 * 3_600_000)
    const headers = [undefined, 'Bearer x', `Bearer ${revoked.secret}`, `Bearer ${expired.secret}`]
    for (const header of headers)
      for (const [name, args] of everyTool())
        expect([name, header, await statusOf(name, args, header)]).toEqual([name, header, 401])
  })
})
