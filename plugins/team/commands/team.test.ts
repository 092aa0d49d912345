import type { User } from '@typecase/contract/users'
import { DEFAULT_FAILURE } from '@typecase/contract/product'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { provide } from '@typecase/plugin-sdk/token'
import { CurrentWorkspace } from '@typecase/content/workspace'
import { describe, expect, test } from 'vitest'

import part from '../later.ts'
import { whyNotHere } from '../team-scope.ts'
import { describeGrant, whyFixed } from '../words.ts'

const plugin = definePlugin({
  id: 'team',
  version: '1.0.0',
  api: 1,
  title: 'Team',
  commands: part.commands,
})
const id = (at: number) => String(at).padStart(24, '0')
const can = new Set(['team:read', 'team:write'])
const facts: FactValues = {
  'session.isLoggedIn': true,
  'project.id': id(1),
  'project.role': 'admin',
  'project.can': can,
}
const member = (at: number, changes: object = {}) => ({
  user_id: id(at),
  first_name: 'Grace',
  last_name: 'Hopper',
  avatar_url: null,
  email: 'grace@example.com',
  role: 'user',
  from_workspace: false,
  bucket_roles: [],
  may_change: true,
  ...changes,
})
const scope = { resource: 'project', resource_id: id(1) } as const
const team = (...members: object[]) => ({
  'projects.listTeam': () => ({ members, total: members.length }),
})

describe('members', () => {
  test('a new role in a bucket leaves the other roles alone, and its undo restores all roles', async () => {
    const grants = [
      { bucket_id: id(7), role: 'editor' },
      { bucket_id: id(8), role: 'admin' },
    ]
    const { outcome, log } = await runCommand(
      plugin,
      'team.change-bucket-role',
      { user_id: id(2), bucket_id: id(7), role: 'editor:draft_only' },
      {
        facts,
        api: {
          ...team(member(2, { bucket_roles: grants })),
          'projects.updateTeamMember': () => ({ member: member(2) }),
        },
      },
    )
    const bucket_roles = [
      { bucket_id: id(8), role: 'admin' },
      { bucket_id: id(7), role: 'editor', publishing_restrictions: 'draft_only' },
    ]
    expect(log.calls.at(-1)).toEqual({
      endpoint: 'projects.updateTeamMember',
      body: { project_id: id(1), user_id: id(2), bucket_roles },
    })
    expect(outcome.undo).toEqual({
      command: 'team.change-role',
      args: { ...scope, user_id: id(2), role: 'user', bucket_roles: grants },
    })
  })

  test('a new user of a project without a bucket role is opened on the team page', async () => {
    const { log } = await runCommand(
      plugin,
      'team.add-member',
      { user_id: id(2), role: 'user' },
      { facts, api: { 'projects.addTeamMember': () => ({ member: member(2) }) } },
    )
    expect(log.went).toEqual([
      { to: 'team.project', params: { projectID: id(1) }, search: { member: id(2) } },
    ])
  })

  test('a member is removed only after a confirmation, and removing oneself leaves the project', async () => {
    const removing = (user_id: string, confirms: boolean) =>
      runCommand(
        plugin,
        'team.remove-member',
        { user_id },
        {
          facts,
          confirms,
          user: { id: id(9) } as User,
          api: { ...team(member(2)), 'projects.deleteTeamMember': () => ({ message: '' }) },
        },
      )
    expect((await removing(id(2), false)).log.calls.map(({ endpoint }) => endpoint)).toEqual([
      'projects.listTeam',
    ])
    expect((await removing(id(2), true)).log.calls.at(-1)).toMatchObject({
      query: { project_id: id(1), user_id: id(2) },
    })
    const selfRemoval = await removing(id(9), true)
    expect(selfRemoval.outcome.message).toBe('You left the project')
    expect(selfRemoval.log.went).toEqual([{ to: 'projects.list' }])
  })
})

describe('invitations', () => {
  test('a refused address does not stop the others, and is reported with its reason', async () => {
    const refuse = () =>
      Object.assign(new Error('They are a member already.'), { code: 'conflict', name: 'ApiError' })
    const { outcome } = await runCommand(
      plugin,
      'team.send-invites',
      { ...scope, emails: ['a@example.com', 'b@example.com'], role: 'manager' },
      {
        facts,
        api: {
          'projects.addTeamMember': ({ body }) => {
            if (JSON.stringify(body).includes('a@example.com')) throw refuse()
            return { invite: {} }
          },
        },
      },
    )
    expect(outcome).toEqual({
      message: 'Invited b@example.com',
      failures: [{ id: 'a@example.com', reason: 'They are a member already.' }],
    })
  })

  const answering = async (
    command: string,
    { resource, workspace_id }: { resource: string; workspace_id: string | null },
    fails = false,
  ) => {
    const wentTo: string[] = []
    const ran = await runCommand(
      plugin,
      command,
      {},
      {
        facts: { ...facts, 'team.hasInvitation': true },
        invite: { invite_id: 'code', resource },
        services: [
          provide(CurrentWorkspace, () => ({
            get: () => 'default',
            set: (next) => void wentTo.push(next),
            subscribe: () => () => {},
          })),
        ],
        api: {
          'invites.update': () => {
            if (fails) throw Object.assign(new Error('Gone.'), { code: 'not_found' })
            return { invite: { resource, workspace_id } }
          },
        },
      },
    )
    return { ...ran, wentTo }
  }

  test.each([
    ['workspace', id(3), [id(3)]],
    ['workspace', null, []],
    ['project', id(3), [id(3)]],
    ['project', null, ['default']],
  ])(
    'accepting one to a %s in workspace %s switches to %j',
    async (resource, workspace_id, expected) => {
      const { outcome, log, wentTo } = await answering('team.accept-invitation', {
        resource,
        workspace_id,
      })
      expect(log.calls).toEqual([
        {
          endpoint: 'invites.update',
          body: { invite_id: 'code', resource, status: 'confirmed' },
        },
      ])
      expect(wentTo).toEqual(expected)
      expect(log.went).toEqual([{ to: 'projects.list' }])
      expect(outcome.message).toBe('You accepted the invitation!')
    },
  )

  test('declining one does not switch the workspace', async () => {
    const { outcome, log, wentTo } = await answering('team.decline-invitation', {
      resource: 'workspace',
      workspace_id: id(3),
    })
    expect(log.calls[0]?.body).toMatchObject({ status: 'rejected' })
    expect(wentTo).toEqual([])
    expect(outcome.message).toBe('You declined the invitation!')
  })

  test('a failed call shows the default error and stays on the page', async () => {
    const { log } = await answering(
      'team.accept-invitation',
      { resource: 'project', workspace_id: null },
      true,
    )
    // The notification uses the specification’s words if there is no message.
    expect(DEFAULT_FAILURE).toContain('Something went wrong')
    expect(log.toasts).toEqual([{ message: '', tone: 'error' }])
    expect(log.went).toEqual([])
  })
})

describe('reasons and descriptions', () => {
  test('a missing permission is explained by the role in the project, or else in the workspace', () => {
    const why = whyNotHere('team:write')
    const workspace = { 'workspace.id': id(3), 'workspace.role': 'manager' }
    expect(why({ ...workspace, 'project.id': id(1), 'project.role': 'user' })).toBe(
      'Your role in this project (user) may not invite people and change their roles; it needs manager.',
    )
    expect(why({ 'workspace.id': id(3), 'workspace.role': 'user' })).toContain('in this workspace')
    expect(why({})).toBe('Open a project, or switch to a workspace, first.')
  })

  test('the last admin and members from the workspace cannot be changed, with a reason', () => {
    const ada = member(1, { role: 'admin' }) as never
    const grace = member(2, { role: 'admin' }) as never
    expect(whyFixed(ada, [ada], 'project')).toContain('needs at least one admin')
    expect(whyFixed(ada, [ada, grace], 'project')).toBeUndefined()
    const other = member(3, { role: 'admin', from_workspace: true }) as never
    expect(whyFixed(ada, [ada, other], 'project')).toContain('needs at least one admin')
    expect(whyFixed(other, [ada, other], 'project')).toContain('from the workspace')
  })

  test('a grant is described with its restrictions and additional permissions', () => {
    expect(
      describeGrant({
        bucket_id: id(1),
        role: 'contributor',
        object_types: ['posts', 'pages'],
        additional_permissions: ['media:write'],
      }),
    ).toBe('contributor, posts and pages only, with media')
  })
})
