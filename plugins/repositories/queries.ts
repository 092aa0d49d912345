import {
  type Branch,
  listRepositories,
  MOST_REPOSITORIES,
  type Repository,
} from '@typecase/contract/repositories'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long they count as fresh: changes come by the bucket's events. */
const FRESH = 30_000

/** All repositories of a bucket by title, with their branches. */
export const repositoriesQuery = (services: Services, slug: string) => ({
  ...apiQueryOptions(services, listRepositories, { query: { slug, limit: MOST_REPOSITORIES } }),
  staleTime: FRESH,
})

export async function readRepositories(
  services: Services,
  slug: string,
): Promise<readonly Repository[]> {
  const { repositories } = await services.get(Queries).fetchQuery(repositoriesQuery(services, slug))
  return repositories
}

/** @throws Refusal where it is gone */
export async function readRepository(
  services: Services,
  slug: string,
  id: string,
): Promise<Repository> {
  const found = (await readRepositories(services, slug)).find((one) => one.id === id)
  if (!found) throw new Refusal('This repository no longer exists.')
  return found
}

/** A branch as arguments of commands name it. */
export interface BranchRef {
  readonly repository_id: string
  readonly name: string
}

/** @throws Refusal where it is gone */
export async function readBranch(
  services: Services,
  slug: string,
  { repository_id, name }: BranchRef,
): Promise<{ repository: Repository; branch: Branch }> {
  const repository = await readRepository(services, slug, repository_id)
  const branch = repository.branches.find((one) => one.name === name)
  if (!branch) throw new Refusal(`“${repository.title}” has no branch ${name} any more.`)
  return { repository, branch }
}

export const refreshRepositories = (services: Services): Promise<void> =>
  services.get(Queries).invalidateQueries({ queryKey: [listRepositories.id] })
