import type { FieldRule } from '@typecase/contract/field-rules'
import { DEFAULT_BRANCH, MAX_REPOSITORY_TITLE } from '@typecase/contract/repositories'
import {
  branchName,
  nameInAddress,
  readRepositoryAddress,
  siteAddress,
} from '@typecase/contract/repository-rules'

import { invalid } from '../../http/failure.ts'
import type { BranchData, RepositoryData } from './store.ts'

interface RepositoryFields {
  readonly url?: string
  readonly title?: string
  readonly default_branch?: string
}

/** Creates a repository from its input. @throws Failure `invalid` that names the field */
export function newRepository({
  url: typed,
  title,
  default_branch = DEFAULT_BRANCH,
}: RepositoryFields & { readonly url: string }): RepositoryData {
  const url = checkAddress(typed)
  checkBranchName('data.default_branch', default_branch)
  const repositoryTitle = title?.trim() || nameInAddress(url).slice(-MAX_REPOSITORY_TITLE)
  return { url, title: repositoryTitle, default_branch }
}

/** Applies the changes of the input to a repository. @throws Failure `invalid` that names the field */
export function changedRepository(
  before: RepositoryData,
  { url, title, default_branch }: RepositoryFields,
): RepositoryData {
  if (default_branch !== undefined) checkBranchName('data.default_branch', default_branch)
  const after = {
    url: url === undefined ? before.url : checkAddress(url),
    title: title === undefined ? before.title : title.trim(),
    default_branch: default_branch ?? before.default_branch,
  }
  if (after.title === '') throw invalid('data.title', 'data.title is a required field', 'required')
  return after
}

/** Returns the branches of a new repository: those in the request, and the default branch. @throws Failure `invalid` */
export function newBranches(
  defaultBranch: string,
  sent: readonly { name: string; site_url?: string | null }[],
): BranchData[] {
  const branches = sent.map((branch, index) => newBranch(branch, `data.branches.${index}.`))
  const names = branches.map(({ name }) => name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) {
    const path = `data.branches.${twice}.name`
    throw invalid(path, `${path} is listed twice`, 'unique')
  }
  if (names.includes(defaultBranch)) return branches
  return [{ name: defaultBranch, site_url: null }, ...branches]
}

/**
 * Creates a branch from its input. @param prefix precedes the names of fields in errors
 * @throws Failure `invalid` that names the field
 */
export function newBranch(
  { name, site_url }: { name: string; site_url?: string | null },
  prefix = '',
): BranchData {
  checkBranchName(`${prefix}name`, name)
  return { name, site_url: checkSite(site_url ?? null, `${prefix}site_url`) }
}

/** Checks the address of a site; an empty text means none. @throws Failure `invalid` */
export function checkSite(typed: string | null, path: string): string | null {
  const site = typed?.trim() || null
  if (site !== null) check(siteAddress, path, site, 'url')
  return site
}

function checkAddress(typed: string): string {
  const read = readRepositoryAddress(typed)
  if ('url' in read) return read.url
  throw invalid('data.url', `data.url ${read.problem}`, 'url')
}

const checkBranchName = (path: string, name: string): void =>
  check(branchName, path, name, 'branch_name')

function check(rule: FieldRule, path: string, value: string, name: string): void {
  const problem = rule(path, value)
  if (problem !== undefined) throw invalid(path, problem, name)
}
