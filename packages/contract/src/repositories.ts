import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, message, skip } from './page.ts'
import { MAX_ADDRESS } from './repository-rules.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum number of repositories of a bucket. */
export const MAX_REPOSITORIES = 100
/** Maximum number of branches of a repository. */
export const MAX_BRANCHES = 200
/** Maximum length of a repository’s title, in characters. */
export const MAX_REPOSITORY_TITLE = 100
/** The default branch of a repository that names none. */
export const DEFAULT_BRANCH = 'main'

/** A branch of a repository. */
export const branch = () =>
  type({
    name: 'string',
    /** Address of the site built from the branch. */
    site_url: 'string | null',
    created_at: 'string',
  })
export type Branch = ReturnType<typeof branch>['infer']

/** A code repository that builds a site from the content of a bucket. */
export const repository = () =>
  type({
    id: id(),
    title: 'string',
    /** The repository's https page, unique in the bucket. */
    url: 'string',
    /** Title and address again, under the names that other clients read. */
    'repository_name?': 'string',
    'repository_url?': 'string',
    /** The name of one of `branches`. */
    default_branch: 'string',
    /** The default branch first, the others by name. */
    branches: branch().array(),
    created_by: 'string | null',
    created_at: 'string',
    modified_at: 'string',
    rev: 'number',
  })
export type Repository = ReturnType<typeof repository>['infer']

const title = () => type(`0 < string <= ${MAX_REPOSITORY_TITLE}`)
/** `repository-rules.ts` has the rules for addresses and for names of branches. */
const address = () => type(`0 < string <= ${MAX_ADDRESS}`)
const branchText = () => type('0 < string <= 1000')
const site = () => type(`string <= ${MAX_ADDRESS} | null`)
const repositoryFields = () =>
  type({ 'url?': address(), 'title?': title(), 'default_branch?': branchText() })
const newBranch = () => type({ name: branchText(), 'site_url?': site() })

/** Fields that other clients send for a new repository. Those that only describe it are ignored. */
const foreign = {
  'repository_name?': `0 < string <= ${MAX_REPOSITORY_TITLE}`,
  'repository_url?': `0 < string <= ${MAX_ADDRESS}`,
  'platform?': "'github'",
  'framework?': 'string <= 100',
  /** An address only: no repository is cloned or connected. */
  'repository_type?': "'reference'",
} as const

const inBucket = () => type({ slug: bucketSlug() })
const oneRepository = () => type({ id: id() })
const oneBranch = () => type({ id: id(), name: branchText() })
const answer = () => type({ repository: repository() })

export const listRepositories = endpoint({
  id: 'repositories.list',
  method: 'GET',
  path: '/repositories',
  auth: 'user',
  summary: 'Returns the code repositories of a bucket by title, each with its branches.',
  query: () => type({ slug: bucketSlug(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({
      repositories: repository().array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
})

export const addRepository = endpoint({
  id: 'repositories.add',
  method: 'POST',
  path: '/repositories',
  auth: 'user',
  summary:
    'Adds a repository by its web address or its clone address. Without a title, it is called owner/name; without a default branch, this is main.',
  query: inBucket,
  body: () =>
    type({
      data: repositoryFields().and({
        ...foreign,
        'branches?': newBranch().array().atMostLength(MAX_BRANCHES),
      }),
    }),
  response: answer,
  status: 201,
  besideData: [],
  errors: ['conflict'],
})

export const updateRepository = endpoint({
  id: 'repositories.update',
  method: 'PATCH',
  path: '/repositories/:id',
  auth: 'user',
  summary:
    'Changes the title, the address or the default branch of a repository. Adds the default branch if it does not exist.',
  params: oneRepository,
  query: inBucket,
  body: () => type({ data: repositoryFields(), 'rev?': 'number.integer' }),
  response: answer,
  errors: ['conflict', 'stale'],
})

export const deleteRepository = endpoint({
  id: 'repositories.delete',
  method: 'DELETE',
  path: '/repositories/:id',
  auth: 'user',
  summary: 'Removes a repository with its branches from the bucket. Nothing changes at its host.',
  params: oneRepository,
  query: inBucket,
  response: message,
})

export const addBranch = endpoint({
  id: 'repositories.addBranch',
  method: 'POST',
  path: '/repositories/:id/branches',
  auth: 'user',
  summary: 'Adds a branch to a repository, with the site built from it.',
  params: oneRepository,
  query: inBucket,
  body: () =>
    newBranch().and({
      /** The branch that it starts from on the repository's host, where nothing changes. */
      'source_branch?': branchText(),
    }),
  response: answer,
  status: 201,
  aliases: { branch_name: 'name' },
  errors: ['conflict'],
})

export const updateBranch = endpoint({
  id: 'repositories.updateBranch',
  method: 'PATCH',
  path: '/repositories/:id/branches/:name',
  auth: 'user',
  summary: 'Sets the site of a branch; null removes it.',
  params: oneBranch,
  query: inBucket,
  body: () => type({ site_url: site(), 'rev?': 'number.integer' }),
  response: answer,
  errors: ['stale'],
})

export const deleteBranch = endpoint({
  id: 'repositories.deleteBranch',
  method: 'DELETE',
  path: '/repositories/:id/branches/:name',
  auth: 'user',
  summary: 'Removes a branch from its repository. The default branch cannot be removed.',
  params: oneBranch,
  query: inBucket,
  response: answer,
  errors: ['conflict'],
})
