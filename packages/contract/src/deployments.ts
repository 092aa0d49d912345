import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of Vercel projects that a bucket links. */
export const MAX_LINKS = 50
/** Maximum number of log lines in an answer: the last ones of a longer log. */
export const MAX_LOG_LINES = 2000

/** Vercel's ids: `prj_…`, `dpl_…`, `team_…`; older ones have no prefix. */
const vercelID = () => type(/^[A-Za-z0-9_-]{1,100}$/).describe('an id of Vercel')
const vercelToken = () => type(/^[\x21-\x7e]{1,500}$/).describe('a token without spaces')

/** The states of a deployment, as Vercel names them. */
export const deploymentStates = ['queued', 'building', 'ready', 'error', 'canceled'] as const

/** A build of a Vercel project, finished or running. */
export const deployment = () =>
  type({
    id: 'string',
    /** Address of the built site. */
    url: 'string | null',
    state: type.enumerated(...deploymentStates),
    /** Null for any other environment. */
    target: "'production' | 'preview' | null",
    branch: 'string | null',
    /** Null if it was not built from a Git repository. */
    commit: type({
      sha: 'string',
      message: 'string',
      author: 'string | null',
      url: 'string | null',
    }).or('null'),
    created_at: 'string',
    ready_at: 'string | null',
    build_seconds: 'number | null',
    /** The deployment's page on Vercel. */
    inspector_url: 'string | null',
    /** The Vercel user who started the build. */
    creator: 'string | null',
  })
export type Deployment = ReturnType<typeof deployment>['infer']

/** Types of lines in a build log: a command, its output, or its end. */
export const logLineTypes = ['command', 'stdout', 'stderr', 'exit', 'fatal'] as const

/** A line of a build log. */
export const logLine = () =>
  type({
    time: 'string | null',
    type: type.enumerated(...logLineTypes),
    /** The text without terminal colours. */
    text: 'string',
  })
export type LogLine = ReturnType<typeof logLine>['infer']

/** Source of the Vercel token: the bucket, or the installation (`VERCEL_TOKEN`). */
const source = () => type("'bucket' | 'installation'")

/** A Vercel project whose deployments the bucket shows, and the source of the token that it was linked with. */
const link = () => type({ project_id: 'string', title: 'string', source: source() })
export type VercelLink = ReturnType<typeof link>['infer']

/** A bucket's connection to Vercel. */
export const connection = () =>
  type({
    /** Source of the token for new links; null if there is no token. */
    source: source().or('null'),
    /** The Vercel team that the bucket's token is used for. */
    team_id: 'string | null',
    links: link().array(),
    rev: 'number',
  })
export type VercelConnection = ReturnType<typeof connection>['infer']

const answer = () => type({ connection: connection() })

export const listDeployments = endpoint({
  id: 'deployments.list',
  method: 'GET',
  path: '/deployments/list',
  auth: 'user',
  summary:
    'Returns the deployments of a linked Vercel project, newest first: those created after `since` and before `until` (Unix time in ms). `next` is the `until` of the next page. If Vercel refuses, the message is Vercel’s own, or “Vercel API Error”.',
  query: () =>
    type({
      slug: bucketSlug(),
      vercelProjectId: vercelID(),
      'limit?': '1 <= number.integer <= 100',
      'since?': '0 <= number.integer <= 9007199254740991',
      'until?': '0 <= number.integer <= 9007199254740991',
    }),
  response: () =>
    type({ deployments: deployment().array(), limit: 'number', next: 'number | null' }),
  errors: ['not_found', 'not_configured', 'timeout', 'unavailable'],
})

export const getDeploymentLog = endpoint({
  id: 'deployments.log',
  method: 'GET',
  path: '/deployments/log',
  auth: 'user',
  summary:
    'Returns the build log of a deployment of a linked Vercel project, without colours: the last 2,000 lines; `truncated` is true if there are earlier ones.',
  query: () => type({ slug: bucketSlug(), vercelProjectId: vercelID(), deployment_id: vercelID() }),
  response: () =>
    type({ deployment: deployment(), lines: logLine().array(), truncated: 'boolean' }),
  errors: ['not_found', 'not_configured', 'timeout', 'unavailable'],
})

export const getVercelConnection = endpoint({
  id: 'deployments.connection',
  method: 'GET',
  path: '/deployments/connection',
  auth: 'user',
  summary:
    'Returns which Vercel token a bucket uses, and the Vercel projects linked to it, but never the token itself.',
  query: () => type({ slug: bucketSlug() }),
  response: answer,
})

export const connectVercel = endpoint({
  id: 'deployments.connect',
  method: 'POST',
  path: '/deployments/connect',
  auth: 'user',
  summary:
    'Sets or replaces the bucket’s own Vercel token, after Vercel has accepted it. Keeps the links.',
  body: () =>
    type({
      slug: bucketSlug(),
      token: vercelToken(),
      /** Set for the token of a team. */
      'team_id?': vercelID().or('null'),
      'rev?': 'number.integer',
    }),
  response: answer,
  errors: ['stale', 'timeout', 'unavailable'],
})

export const disconnectVercel = endpoint({
  id: 'deployments.disconnect',
  method: 'DELETE',
  path: '/deployments/disconnect',
  auth: 'user',
  summary:
    'Removes the Vercel token of a bucket. Projects linked with it stay linked, but show nothing until the bucket has a token again.',
  query: () => type({ slug: bucketSlug() }),
  response: answer,
  errors: ['stale'],
})

export const listVercelProjects = endpoint({
  id: 'deployments.projects',
  method: 'GET',
  path: '/deployments/projects',
  auth: 'user',
  summary:
    'Returns the projects at Vercel that can be linked: those that the bucket’s token can read, or for staff those of the installation’s token. Returns the first 100, by name.',
  query: () => type({ slug: bucketSlug(), 'search?': 'string <= 100' }),
  response: () => type({ projects: type({ project_id: 'string', title: 'string' }).array() }),
  errors: ['not_configured', 'timeout', 'unavailable'],
})

export const linkVercelProject = endpoint({
  id: 'deployments.link',
  method: 'POST',
  path: '/deployments/link',
  auth: 'user',
  summary:
    'Links a project at Vercel, whose deployments everyone in the bucket can then see. With the installation’s token, only staff can do this.',
  body: () => type({ slug: bucketSlug(), project_id: vercelID(), 'rev?': 'number.integer' }),
  response: answer,
  errors: ['conflict', 'stale', 'not_configured', 'timeout', 'unavailable'],
})

export const unlinkVercelProject = endpoint({
  id: 'deployments.unlink',
  method: 'DELETE',
  path: '/deployments/unlink',
  auth: 'user',
  summary: 'Unlinks a project at Vercel. Changes nothing there.',
  query: () => type({ slug: bucketSlug(), project_id: vercelID() }),
  response: answer,
  errors: ['stale'],
})
