import { type } from 'arktype'

import { auditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, skip } from './page.ts'
import { session } from './users.ts'

const pageParameters = () => ({ 'limit?': limit(), 'skip?': skip() }) as const
const searchQuery = () => ({ 'q?': 'string <= 200', ...pageParameters() }) as const
const page = { total: 'number', limit: 'number', skip: 'number' } as const

/** An account, as seen by the staff of the installation. */
export const staffUser = () =>
  type({
    id: id(),
    email: 'string',
    first_name: 'string',
    last_name: 'string',
    avatar_url: 'string | null',
    status: "'active' | 'unverified' | 'deactivated'",
    is_staff: 'boolean',
    two_factor: 'boolean',
    total_projects: 'number',
    created_at: 'string',
    /** Accurate to the hour; null for a user without a session. */
    last_seen_at: 'string | null',
  })
export type StaffUser = ReturnType<typeof staffUser>['infer']

/** A project, as seen by staff. */
export const staffProject = () =>
  type({
    id: id(),
    title: 'string',
    workspace_title: 'string | null',
    archived: 'boolean',
    total_buckets: 'number',
    total_users: 'number',
    created_at: 'string',
    modified_at: 'string',
  })
export type StaffProject = ReturnType<typeof staffProject>['infer']

/** A job of any bucket. */
export const staffJob = () =>
  type({
    id: id(),
    kind: 'string',
    title: 'string',
    status: "'queued' | 'running' | 'done' | 'failed' | 'cancelled'",
    bucket_title: 'string',
    total: 'number',
    done: 'number',
    failed: 'number',
    created_at: 'string',
    finished_at: 'string | null',
  })
export type StaffJob = ReturnType<typeof staffJob>['infer']

/** An e-mail that could not be delivered and will be retried. */
export const staffMail = () =>
  type({
    to: 'string',
    subject: 'string',
    tries: 'number',
    next_at: 'string',
    problem: 'string',
  })
export type StaffMail = ReturnType<typeof staffMail>['infer']

/** The storage of a bucket's media, including the trash. */
export const staffStorage = () =>
  type({
    bucket_id: id(),
    bucket_title: 'string',
    project_title: 'string',
    files: 'number',
    bytes: 'number',
  })
export type StaffStorage = ReturnType<typeof staffStorage>['infer']

export const staffUsers = endpoint({
  id: 'staff.users',
  method: 'GET',
  path: '/staff/users',
  auth: 'session',
  summary:
    'Returns the accounts of the installation, newest first, for its staff. `q` is part of a name or an address.',
  query: () => type(searchQuery()),
  response: () => type({ users: staffUser().array(), ...page }),
})

export const staffProjects = endpoint({
  id: 'staff.projects',
  method: 'GET',
  path: '/staff/projects',
  auth: 'session',
  summary:
    'Returns the projects of the installation, newest first, for its staff. `q` is part of a title.',
  query: () => type(searchQuery()),
  response: () => type({ projects: staffProject().array(), ...page }),
})

export const staffJobs = endpoint({
  id: 'staff.jobs',
  method: 'GET',
  path: '/staff/jobs',
  auth: 'session',
  summary: 'Returns the jobs of all buckets, newest first, for staff.',
  query: () =>
    type({
      'status?': "'queued' | 'running' | 'done' | 'failed' | 'cancelled'",
      ...pageParameters(),
    }),
  response: () => type({ jobs: staffJob().array(), ...page }),
})

export const staffMails = endpoint({
  id: 'staff.mails',
  method: 'GET',
  path: '/staff/mails',
  auth: 'session',
  summary:
    'Returns the e-mails of this process that could not be delivered and wait for another attempt, for staff.',
  query: () => type(pageParameters()),
  response: () => type({ mails: staffMail().array(), has_server: 'boolean', ...page }),
})

export const staffStorageList = endpoint({
  id: 'staff.storage',
  method: 'GET',
  path: '/staff/storage',
  auth: 'session',
  summary: 'Returns the media storage of each bucket, largest first, for staff.',
  query: () => type(pageParameters()),
  response: () => type({ buckets: staffStorage().array(), bytes: 'number', ...page }),
})

export const staffAudit = endpoint({
  id: 'staff.audit',
  method: 'GET',
  path: '/staff/audit',
  auth: 'session',
  summary: 'Returns the audit log of the whole installation, newest first, for staff.',
  query: () =>
    type({
      'project_id?': id(),
      'bucket_id?': id(),
      'kind?': 'string <= 50',
      'user_id?': id(),
      'since?': 'string.date.iso',
      'until?': 'string.date.iso',
      ...pageParameters(),
    }),
  response: () => type({ entries: auditEntry().array(), ...page }),
})

export const startSupport = endpoint({
  id: 'staff.startSupport',
  method: 'POST',
  path: '/staff/startSupport',
  auth: 'session',
  summary:
    'Opens a session in which a member of staff sees what a user sees, for an hour, and can change nothing. The audit log, which the user sees, has the session and its reason.',
  body: () => type({ user_id: id(), reason: '3 <= string <= 500' }),
  response: session,
  status: 201,
  errors: ['conflict'],
})
