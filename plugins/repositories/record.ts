import {
  type Branch,
  listRepositories,
  MAX_REPOSITORIES,
  type Repository,
} from '@typecase/contract/repositories'
import { defineRecord } from '@typecase/content/record/define-record'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { formatSite, hostOf } from './host.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the repository on the page, or of the row with the keyboard focus. */
    'repositories.repository': string
    /** Id of the branch with the keyboard focus, on the page of a repository. */
    'repositories.branch': string
  }
}

export const inBucket = has('route.bucketSlug')

/** Returns the query for a bucket's repositories by title, with branches. The bucket's events report changes. */
export const repositoriesQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listRepositories, { query: { slug, limit: MAX_REPOSITORIES } }),
  staleTime: 30_000,
})

const shared = {
  group: 'Repositories',
  when: and(inBucket, can('types:write')),
  query: repositoriesQuery,
  endpoints: [listRepositories],
} as const

export const repository = defineRecord({
  ...shared,
  noun: 'repository',
  icon: 'git-branch',
  arg: 'repository_id',
  fact: 'repositories.repository',
  items: ({ repositories }): readonly Repository[] => repositories,
  row: ({ title, url }) => ({
    label: title,
    subtitle: url.replace('https://', ''),
    icon: hostOf(url).icon,
  }),
})

/** A branch with its repository. */
export interface BranchItem extends Branch {
  readonly id: string
  readonly repository: Repository
}

export const branchIdOf = (repositoryId: string, name: string): string => `${repositoryId}/${name}`

/** Returns the branches of a repository as records. */
export const branchesOf = (one: Repository): readonly BranchItem[] =>
  one.branches.map((branch) => ({
    ...branch,
    id: branchIdOf(one.id, branch.name),
    repository: one,
  }))

export const branch = defineRecord({
  ...shared,
  noun: 'branch',
  icon: 'git-branch',
  arg: 'branch_id',
  fact: 'repositories.branch',
  items: ({ repositories }): readonly BranchItem[] => repositories.flatMap(branchesOf),
  row: ({ name, site_url, repository: { title } }) => ({
    label: name,
    subtitle: site_url === null ? title : `${title} · ${formatSite(site_url)}`,
  }),
})

/** Returns why a branch cannot be deleted; undefined if it can. */
export const whyUndeletable = ({ name, repository: one }: BranchItem): string | undefined =>
  name === one.default_branch
    ? `The default branch of “${one.title}”. Make another one the default first.`
    : undefined
