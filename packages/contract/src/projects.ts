import { type } from 'arktype'

import { bucketSummary, bucket } from './buckets.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { wish } from './plans.ts'
import { projectRole } from './roles.ts'
import { bucketSlug } from './slugs.ts'

/** The title of a project. */
export const title = () => type('string').atLeastLength(1).atMostLength(200)
const description = () => type('string').atMostLength(2000)

/** A project holds buckets; a workspace may hold projects. */
export const project = () =>
  type({
    id: id(),
    title: 'string',
    slug: 'string',
    description: 'string',
    workspace: 'string | null',
    workspace_id: 'string | null',
    archived: 'boolean',
    add_ons: 'string[]',
    role: projectRole(),
    order: 'number',
    total_buckets: 'number',
    total_users: 'number',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
    /** The recipient of the invoices, visible to admins of the project. */
    'billing?': { 'billing_email?': 'string', 'company?': 'string' },
    buckets: bucketSummary().array(),
  })
export type Project = ReturnType<typeof project>['infer']

const projectAnswer = () => type({ project: project() })
const byId = () => type({ project_id: id() })

export const listProjects = endpoint({
  id: 'projects.list',
  method: 'GET',
  path: '/projects/list',
  auth: 'user',
  summary:
    'Returns the projects of a workspace that the user can open, in the user’s order. The `workspace` header names the workspace; without it, or with `default`, returns the projects that are in none of the user’s workspaces.',
  response: () => type({ projects: project().array(), total: 'number' }),
})

export const listArchivedProjects = endpoint({
  id: 'projects.listArchived',
  method: 'GET',
  path: '/projects/listArchived',
  auth: 'user',
  summary: 'Returns the archived projects that the user belongs to, in the user’s order.',
  response: () => type({ projects: project().array(), total: 'number' }),
})

export const getProject = endpoint({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/get',
  auth: 'user',
  summary: 'Returns a project with its buckets.',
  query: byId,
  response: projectAnswer,
  aliases: { id: 'project_id' },
})

/** Initial contents of a new project's bucket. */
export const template = () => type("'empty' | 'blog' | 'shop' | 'docs'")

/** Maximum characters of the description from which AI designs object types. */
export const MAX_AI_PROMPT = 10_000
const aiPrompt = () => type(`string <= ${MAX_AI_PROMPT}`)
const aiErrors = ['not_configured', 'unavailable', 'timeout', 'too_large'] as const

export const addProjectWithBucket = endpoint({
  id: 'projects.addProjectWithBucket',
  method: 'POST',
  path: '/projects/addProjectWithBucket',
  auth: 'user',
  summary:
    'Creates a project and its first bucket, with the object types of a template, or with those that the AI provider designs from a description.',
  body: () =>
    type({
      project_title: title(),
      bucket_title: title(),
      'description?': description(),
      'template?': template(),
      'workspace?': 'string <= 50 | null',
      /** What the content is for. The AI provider designs the object types, in place of a template. */
      'ai_prompt?': aiPrompt(),
      /** Ignored; accepted because existing clients send it. A plan is bought with `projects/updateBilling`. */
      'plan_id?': 'string <= 100 | null',
    }),
  response: () => type({ project: project(), bucket: bucket() }),
  status: 201,
  errors: ['not_found', ...aiErrors],
})

export const addBucket = endpoint({
  id: 'projects.addBucket',
  method: 'POST',
  path: '/projects/addBucket',
  auth: 'user',
  summary: 'Adds a bucket to a project.',
  body: () =>
    type({
      project_id: id(),
      data: {
        title: title(),
        'slug?': bucketSlug(),
        'template?': template(),
        /** What the content is for. The AI provider designs the object types, in place of a template. */
        'ai_prompt?': aiPrompt(),
      },
    }),
  response: () => type({ bucket: bucket() }),
  status: 201,
  errors: ['conflict', ...aiErrors],
})

export const updateProject = endpoint({
  id: 'projects.update',
  method: 'PATCH',
  path: '/projects/update',
  auth: 'user',
  summary: 'Changes the title or the description of a project.',
  body: () =>
    type({
      project_id: id(),
      data: { 'title?': title(), 'description?': description() },
      'rev?': 'number.integer',
    }),
  response: projectAnswer,
  aliases: { id: 'project_id' },
  errors: ['stale'],
})

export const moveProject = endpoint({
  id: 'projects.move',
  method: 'PATCH',
  path: '/projects/move',
  auth: 'user',
  summary:
    'Moves a project to a workspace, or out of one with `default`. Requires the role admin in the project, and a role in the workspace that can add projects. Members stay.',
  body: () => type({ project_id: id(), workspace_id: id().or("'default'") }),
  response: projectAnswer,
})

export const updateProjectBilling = endpoint({
  id: 'projects.updateBilling',
  method: 'PATCH',
  path: '/projects/updateBilling',
  auth: 'session',
  summary:
    'Stores who receives the project’s invoices, and changes its plan and add-ons. Additions are charged to the caller’s card at once for the rest of the period (402 if that fails); removals take effect at the end of the period. Returns 409 if it would cost more than `max_amount`, in cents, and for a project in a workspace, which is billed with it.',
  body: () =>
    type({
      project_id: id(),
      data: { 'billing_email?': emailAddress(), 'company?': 'string <= 200', ...wish() },
      'max_amount?': 'number.integer >= 0',
    }),
  response: projectAnswer,
  errors: ['payment_failed', 'conflict', 'unavailable'],
})

export const deleteProject = endpoint({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/delete',
  auth: 'user',
  summary: 'Deletes a project with all its buckets. This cannot be undone.',
  query: byId,
  response: message,
})

export const updateProjectOrder = endpoint({
  id: 'projects.updateOrder',
  method: 'PATCH',
  path: '/projects/updateOrder',
  auth: 'user',
  summary: 'Sorts the user’s projects. Projects that you leave out keep their position.',
  body: () => type({ project_ids: id().array().atMostLength(1000) }),
  response: message,
})

export const archiveProject = endpoint({
  id: 'projects.archive',
  method: 'PATCH',
  path: '/projects/archive',
  auth: 'user',
  summary: 'Archives a project: removes it from the list, while its content API keeps working.',
  body: byId,
  response: projectAnswer,
})

export const unarchiveProject = endpoint({
  id: 'projects.unarchive',
  method: 'PATCH',
  path: '/projects/unarchive',
  auth: 'user',
  summary: 'Restores an archived project.',
  body: byId,
  response: projectAnswer,
})
