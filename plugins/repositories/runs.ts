import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { isDirty } from '@typecase/content/object-facts'
import { onSite, previewAddress } from '@typecase/content/preview-link'
import type { RecordArgs } from '@typecase/content/record/define-record'
import { recordChanges } from '@typecase/content/record/record-undo'
import type { InputOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import * as calls from '@typecase/contract/repositories'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { holds } from '@typecase/plugin-sdk/when'

import * as commands from './commands.ts'
import { cloneAddress, hostOf, whyNoBranchPage } from './host.ts'
import { branch, branchesOf, type BranchItem, repository } from './record.ts'
import { repositoriesRoute, repositoryRoute } from './routes.ts'

type OneRepository = CommandModule<RecordArgs<'repository_id'>>
type NewRepository = InputOf<typeof calls.addRepository>['body']['data']
type NewBranch = InputOf<typeof calls.addBranch>['body']

/** Adds a repository to a bucket, and refreshes all lists. */
export async function createRepository(
  services: Services,
  slug: string,
  data: NewRepository,
): Promise<calls.Repository> {
  const input = { query: { slug }, body: { data } }
  const { repository: added } = await services.get(Api).call(calls.addRepository, input)
  await repository.refresh(services)
  return added
}

/** Adds a branch to a repository, and refreshes all lists. @returns the repository */
export async function createBranch(
  services: Services,
  slug: string,
  repositoryId: string,
  body: NewBranch,
): Promise<calls.Repository> {
  const input = { params: { id: repositoryId }, query: { slug }, body }
  const { repository: changed } = await services.get(Api).call(calls.addBranch, input)
  await branch.refresh(services)
  return changed
}

export const repositoryChanges = recordChanges(repository, commands.undoRepository, {
  titleOf: ({ title }) => title,
  dataOf: ({ url, title, default_branch }) => ({ url, title, default_branch }),
  async update(services, slug, id, data, rev) {
    const body = { data, ...(rev !== undefined && { rev }) }
    const input = { params: { id }, query: { slug }, body }
    return (await services.get(Api).call(calls.updateRepository, input)).repository
  },
  async remove(services, slug, { id, url, title, default_branch, branches }) {
    await services.get(Api).call(calls.deleteRepository, { params: { id }, query: { slug } })
    const sites = branches.map(({ name, site_url }) => ({ name, site_url }))
    return { url, title, default_branch, branches: sites }
  },
  // `data` comes from `remove`.
  restore: (services, slug, _id, data) => createRepository(services, slug, data as NewRepository),
  async leave({ id }, { facts, go }) {
    if (facts['route.id'] === repositoryRoute.id && facts[repository.fact] === id)
      await go(repositoriesRoute)
  },
})

/** Finds a branch in a response. */
function branchIn(answer: calls.Repository, name: string): BranchItem {
  const item = branchesOf(answer).find((one) => one.name === name)
  if (!item) throw new Refusal(`“${answer.title}” no longer has a branch ${name}.`)
  return item
}

/** Returns the parameters of a call for a branch. */
function paramsOf(branchId: string) {
  const slash = branchId.indexOf('/')
  return { id: branchId.slice(0, slash), name: branchId.slice(slash + 1) }
}

export const branchChanges = recordChanges(branch, commands.undoBranch, {
  titleOf: ({ name }) => name,
  dataOf: ({ site_url }) => ({ site_url }),
  async update(services, slug, id, { site_url = null }) {
    const params = paramsOf(id)
    const input = { params, query: { slug }, body: { site_url } }
    return branchIn(
      (await services.get(Api).call(calls.updateBranch, input)).repository,
      params.name,
    )
  },
  async remove(services, slug, { id, name, site_url }) {
    await services.get(Api).call(calls.deleteBranch, { params: paramsOf(id), query: { slug } })
    return { name, site_url }
  },
  async restore(services, slug, id, data) {
    const params = paramsOf(id)
    // `data` comes from `remove`.
    return branchIn(await createBranch(services, slug, params.id, data as NewBranch), params.name)
  },
})

export const showRepository: OneRepository = {
  run: ({ repository_id }, { go }) =>
    go(repositoryRoute, { params: { repositoryID: repository_id } }),
}

export const addRepository: CommandModule = {
  run: (_args, { go }) => go(repositoriesRoute, { search: { open: 'add' } }),
}

const openDialog = (open: 'edit' | 'branch'): OneRepository => ({
  run: ({ repository_id }, { go }) =>
    go(repositoryRoute, { params: { repositoryID: repository_id }, search: { open } }),
})
export const editRepository = openDialog('edit')
export const addBranch = openDialog('branch')

const leaving = 'Nothing changes on its host.'

export const deleteRepository = repository.module(async (item, context) => ({
  message: `Deleted “${item.title}”. ${leaving}`,
  ...(await repositoryChanges.remove(item, context.slug, context)),
}))

const openTab = (address: string) => void window.open(address, '_blank', 'noopener')

export const openRepository = repository.module(async ({ url }) => openTab(url))

export const copyCloneAddress = repository.module(async ({ url }) => {
  const address = cloneAddress(url)
  await copyText(address)
  return { message: `Copied ${address}` }
})

export const setSite = branch.module<ArgsOf<typeof commands.siteArgs>>(
  async ({ id, name }, { services, slug }, { site_url }) => {
    const site = site_url.trim() || null
    const { undo } = await branchChanges.update(services, slug, id, { site_url: site })
    return {
      message: site === null ? `${name} has no site now.` : `The site of ${name} is ${site}`,
      ...(undo && { undo }),
    }
  },
)

export const deleteBranch = branch.module(async (item, context) => ({
  message: `Deleted ${item.name} of “${item.repository.title}”. ${leaving}`,
  ...(await branchChanges.remove(item, context.slug, context)),
}))

export const openBranch = branch.module(async ({ name, repository: { url } }) => {
  const address = hostOf(url).branchPage?.(url, name)
  if (address === undefined) throw new Refusal(whyNoBranchPage(url) ?? '')
  openTab(address)
})

export const openSite = branch.module(async (item) => openTab(siteOf(item)))

/** Returns the site of a branch. @throws Refusal when it has none */
function siteOf({ name, site_url }: calls.Branch): string {
  if (site_url !== null) return site_url
  throw new Refusal(`${name} has no site. Choose “Set site of branch…” first.`)
}

export const previewOnBranch: CommandModule<ArgsOf<typeof commands.previewArgs>> = {
  async run({ object_id, branch_id }, { services, facts, signal }) {
    if (object_id === 'new') throw new Refusal('Save the object first: a site shows what is saved.')
    const slug = bucketSlugOf(facts)
    const [{ object }, bucket, item] = await Promise.all([
      services.get(Api).call(getObject, { query: { slug, object_id } }, { signal }),
      readBucket(services, slug),
      branch.read(services, slug, branch_id),
    ])
    const type = bucket.object_types.find((one) => one.slug === object.type)
    if (!type?.preview_link) {
      throw new Refusal(
        `“${type?.title ?? object.type}” has no preview link. Set one in its object type first.`,
      )
    }
    openTab(onSite(previewAddress(type.preview_link, object), siteOf(item)))
    const isUnsaved = holds(isDirty, facts) && facts['route.objectID'] === object_id
    return isUnsaved ? { message: 'Opened. Unsaved changes are not shown.' } : {}
  },
}
