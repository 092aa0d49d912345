import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { wish } from './plans.ts'
import { teamRole } from './roles.ts'

/**
 * The built-in workspace, with the projects that are in none of the person's workspaces. It has no team or settings.
 */
export const DEFAULT_WORKSPACE = 'default'

const workspaceTitle = () => type('0 < string <= 200')
const logo = () => type('string <= 500 | null')

/** A workspace holds projects. Its admins and managers have the same role in each of them. */
export const workspace = () =>
  type({
    /** `default` for the built-in workspace. */
    id: 'string',
    title: 'string',
    slug: 'string',
    /** The address of a picture. */
    logo: 'string | null',
    plan: 'object | null',
    add_ons: 'string[]',
    role: teamRole(),
    total_projects: 'number',
    total_users: 'number',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Workspace = ReturnType<typeof workspace>['infer']

const answer = () => type({ workspace: workspace() })
const anyId = () => id().or(`'${DEFAULT_WORKSPACE}'`)

export const listWorkspaces = endpoint({
  id: 'workspaces.list',
  method: 'GET',
  path: '/workspaces/list',
  auth: 'user',
  summary: 'Returns the workspaces of the user by title, after the built-in one (`default`).',
  response: () => type({ workspaces: workspace().array(), total: 'number' }),
})

export const getWorkspace = endpoint({
  id: 'workspaces.get',
  method: 'GET',
  path: '/workspaces/get',
  auth: 'user',
  summary: 'Returns a workspace.',
  query: () => type({ workspace_id: anyId() }),
  response: answer,
  aliases: { id: 'workspace_id' },
})

export const addWorkspace = endpoint({
  id: 'workspaces.add',
  method: 'POST',
  path: '/workspaces/add',
  auth: 'user',
  summary: 'Creates a workspace with the user as its admin. The fields can also be sent in `data`.',
  mayWrapBody: true,
  body: () =>
    type({
      title: workspaceTitle(),
      'logo?': logo(),
      /** Ignored; accepted because existing clients send it. A plan is bought with `workspaces/updateBilling`. */
      'plan_id?': 'string <= 100 | null',
    }),
  response: answer,
  status: 201,
})

export const updateWorkspace = endpoint({
  id: 'workspaces.update',
  method: 'PATCH',
  path: '/workspaces/update',
  auth: 'user',
  summary: 'Changes the title or the logo of a workspace.',
  body: () =>
    type({
      'workspace_id?': anyId(),
      'title?': workspaceTitle(),
      'logo?': logo(),
      'rev?': 'number.integer',
    }),
  response: answer,
  aliases: { id: 'workspace_id' },
  errors: ['stale'],
})

export const updateWorkspaceBilling = endpoint({
  id: 'workspaces.updateBilling',
  method: 'PATCH',
  path: '/workspaces/updateBilling',
  auth: 'session',
  summary:
    'Changes the plan and the add-ons of a workspace and all its projects. Additions are charged to the caller’s card at once for the rest of the period (402 if that fails); removals take effect at the end of the period. Returns 409 if it would cost more than `max_amount`, in cents.',
  body: () =>
    type({ 'workspace_id?': anyId(), data: wish(), 'max_amount?': 'number.integer >= 0' }),
  response: answer,
  aliases: { id: 'workspace_id' },
  errors: ['payment_failed', 'conflict', 'unavailable'],
})

export const deleteWorkspace = endpoint({
  id: 'workspaces.delete',
  method: 'DELETE',
  path: '/workspaces/delete',
  auth: 'user',
  summary:
    'Deletes a workspace without projects. A 409 with the rule `not_empty` names its projects, including archived ones.',
  query: () => type({ 'workspace_id?': anyId() }),
  response: message,
  errors: ['conflict'],
})
