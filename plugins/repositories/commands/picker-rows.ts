import type { Branch, Repository } from '@typecase/contract/repositories'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'

import { hostOf, formatSite, whyNoBranchPage } from '../host.ts'
import { readBranch, readRepositories } from '../queries.ts'

export async function repositoryRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const all = await readRepositories(services, bucketSlugOf(facts))
  return all
    .filter(({ title, url }) => holdsWords(`${title} ${url}`, query))
    .map(({ id, title, url }) => ({
      id,
      value: id,
      label: title,
      icon: hostOf(url).icon,
      subtitle: hostOf(url).name,
    }))
}

/** The branches of all repositories. @param reasonOf why one cannot be chosen */
async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  isOffered: (branch: Branch) => boolean = () => true,
  reasonOf: (branch: Branch, repository: Repository) => string | undefined = () => undefined,
): Promise<PickerRow[]> {
  const all = await readRepositories(services, bucketSlugOf(facts))
  return all.flatMap((repository) =>
    repository.branches
      .filter((branch) => isOffered(branch) && holdsWords(wordsOf(repository, branch), query))
      .map((branch) => {
        const reason = reasonOf(branch, repository)
        return {
          id: `${repository.id} ${branch.name}`,
          value: { repository_id: repository.id, name: branch.name },
          label: branch.name,
          icon: 'git-branch',
          subtitle: [repository.title, branch.site_url && formatSite(branch.site_url)]
            .filter(Boolean)
            .join(' · '),
          ...(reason !== undefined && { reason }),
        }
      }),
  )
}

const wordsOf = ({ title }: Repository, { name, site_url }: Branch) =>
  `${name} ${title} ${site_url ?? ''}`

export const branchRows = (query: string, context: AskContext) => rowsOf(query, context)

/** Those on hosts whose addresses are not known say so. */
export const branchOnHostRows = (query: string, context: AskContext) =>
  rowsOf(
    query,
    context,
    () => true,
    (_branch, { url }) => whyNoBranchPage(url),
  )

/** Where no branch has a site, one row says so. */
export async function branchWithSiteRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const hasSite = ({ site_url }: Branch) => site_url !== null
  const rows = await rowsOf(query, context, hasSite)
  if (rows.length > 0 || (await rowsOf('', context, hasSite)).length > 0) return rows
  const reason = 'Choose “Set site of branch…” first.'
  return [{ id: 'none', value: null, label: 'No branch has a site yet', reason }]
}

/** Those that can be deleted, then the default ones with the reason why these stay. */
export async function deletableBranchRows(
  query: string,
  context: AskContext,
): Promise<PickerRow[]> {
  const rows = await rowsOf(query, context, () => true, whyItStays)
  return rows.toSorted((a, b) => Number('reason' in a) - Number('reason' in b))
}

/** Why a branch cannot be deleted, if so. */
export const whyItStays = (
  { name }: Branch,
  { default_branch, title }: Repository,
): string | undefined =>
  name === default_branch
    ? `The default branch of “${title}”. Make another one the default first.`
    : undefined

/** The present site of the branch that is asked about. */
export async function siteOf({ services, facts, args }: AskContext): Promise<string | undefined> {
  const { branch } = args
  if (typeof branch !== 'object' || branch === null || !('name' in branch)) return undefined
  const { repository_id, name } = branch
  if (typeof repository_id !== 'string' || typeof name !== 'string') return undefined
  const found = await readBranch(services, bucketSlugOf(facts), { repository_id, name })
  return found.branch.site_url ?? undefined
}
