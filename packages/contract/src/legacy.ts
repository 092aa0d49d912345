import { type } from 'arktype'

import { bucket, bucketData, bucketSummary, getBucket } from './buckets.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { person } from './people.ts'
import { addProjectWithBucket, getProject, listProjects, template, title } from './projects.ts'
import { bucketSlug } from './slugs.ts'
import { authenticate, getUser } from './users.ts'

/** Endpoints for older clients. Each answers like the dashboard call that its summary names. */

const byProject = () => type({ project_id: id() })
const byBucket = () => type({ bucket_slug: bucketSlug() })

export const legacyAuthenticate = endpoint({
  id: 'legacy.authenticate',
  method: 'POST',
  path: '/authenticate',
  auth: 'none',
  summary: 'Does the same as `users/authenticate`.',
  body: authenticate.body,
  response: authenticate.response,
})

export const legacyUser = endpoint({
  id: 'legacy.user.get',
  method: 'GET',
  path: '/user',
  auth: 'user',
  summary: 'Does the same as `users/get`.',
  response: getUser.response,
})

export const legacyListProjects = endpoint({
  id: 'legacy.projects.list',
  method: 'GET',
  path: '/projects',
  auth: 'user',
  summary: 'Does the same as `projects/list`.',
  response: listProjects.response,
})

export const legacyAddProject = endpoint({
  id: 'legacy.projects.add',
  method: 'POST',
  path: '/projects',
  auth: 'user',
  summary:
    'Does the same as `projects/addProjectWithBucket`. The default `bucket_title` is the title of the project.',
  body: () => type({ title: title(), 'description?': 'string <= 2000', 'bucket_title?': title() }),
  response: addProjectWithBucket.response,
  status: 201,
})

export const legacyGetProject = endpoint({
  id: 'legacy.projects.get',
  method: 'GET',
  path: '/projects/:project_id',
  auth: 'user',
  summary: 'Does the same as `projects/get`.',
  params: byProject,
  response: getProject.response,
})

export const legacyUpdateProject = endpoint({
  id: 'legacy.projects.update',
  method: 'PATCH',
  path: '/projects/:project_id',
  auth: 'user',
  summary: 'Does the same as `projects/update`.',
  params: byProject,
  body: () => type({ 'title?': title(), 'description?': 'string <= 2000' }),
  response: getProject.response,
  errors: ['stale'],
})

export const legacyDeleteProject = endpoint({
  id: 'legacy.projects.delete',
  method: 'DELETE',
  path: '/projects/:project_id',
  auth: 'user',
  summary: 'Does the same as `projects/delete`: deletes a project with all its buckets, for good.',
  params: byProject,
  response: message,
})

export const legacyListBuckets = endpoint({
  id: 'legacy.buckets.list',
  method: 'GET',
  path: '/buckets',
  auth: 'user',
  summary: 'Returns the buckets of `projects/list`, each with the id of its project.',
  response: () =>
    type({ buckets: bucketSummary().and({ project: id() }).array(), total: 'number' }),
})

export const legacyAddBucket = endpoint({
  id: 'legacy.buckets.add',
  method: 'POST',
  path: '/buckets',
  auth: 'user',
  summary: 'Does the same as `projects/addBucket`. `project` is the id of the project.',
  body: () =>
    type({ title: title(), project: id(), 'slug?': bucketSlug(), 'template?': template() }),
  response: () => type({ bucket: bucket() }),
  status: 201,
  aliases: { project_id: 'project' },
  errors: ['conflict'],
})

export const legacyGetBucket = endpoint({
  id: 'legacy.buckets.get',
  method: 'GET',
  path: '/buckets/:bucket_slug',
  auth: 'user',
  summary: 'Does the same as `buckets/get`.',
  params: byBucket,
  response: getBucket.response,
})

export const legacyUpdateBucket = endpoint({
  id: 'legacy.buckets.update',
  method: 'PATCH',
  path: '/buckets/:bucket_slug',
  auth: 'user',
  summary: 'Does the same as `buckets/update`.',
  params: byBucket,
  body: bucketData,
  response: getBucket.response,
  errors: ['stale', 'conflict'],
})

export const legacyDeleteBucket = endpoint({
  id: 'legacy.buckets.delete',
  method: 'DELETE',
  path: '/buckets/:bucket_slug',
  auth: 'user',
  summary: 'Does the same as `buckets/delete`: deletes a bucket with everything in it, for good.',
  params: byBucket,
  response: message,
})

export const legacyListUsers = endpoint({
  id: 'legacy.users.list',
  method: 'GET',
  path: '/buckets/:bucket_slug/users',
  auth: 'user',
  summary: 'Returns the `people` of `buckets/people`.',
  params: byBucket,
  response: () => type({ users: person().array(), total: 'number' }),
})

export const legacyGetUser = endpoint({
  id: 'legacy.users.get',
  method: 'GET',
  path: '/buckets/:bucket_slug/users/:user_id',
  auth: 'user',
  summary: 'Returns one of the `people` of `buckets/people`.',
  params: () => type({ bucket_slug: bucketSlug(), user_id: id() }),
  response: () => type({ user: person() }),
})
