import { isDirty } from '@typecase/content/object-facts'
import * as calls from '@typecase/contract/repositories'
import { getObject } from '@typecase/contract/objects'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { onSite, previewAddress } from '@typecase/content/preview-link'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import { holds } from '@typecase/plugin-sdk/when'

import { hostOf, whyNoBranchPage } from '../host.ts'
import { readBranch, refreshRepositories } from '../queries.ts'
import { repositoryRoute } from '../routes.ts'
import * as commands from './branches.ts'
import type { branchArgs, repositoryArgs } from './pickers.ts'
import { refusedFields } from './refused-fields.ts'

type OneBranch = CommandModule<ArgsOf<typeof branchArgs>>

export const addBranch: CommandModule<ArgsOf<typeof repositoryArgs>> = {
  run: ({ repository_id }, { go }) =>
    go(repositoryRoute, { params: { repositoryID: repository_id }, search: { open: 'branch' } }),
}

export const createBranch: CommandModule<ArgsOf<typeof commands.createBranchArgs>> = {
  run: async ({ repository_id, ...body }, context) => {
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    try {
      const input = { params: { id: repository_id }, query: { slug }, body }
      const { repository } = await services.get(Api).call(calls.addBranch, input)
      await refreshRepositories(services)
      return {
        message: `“${repository.title}” has a branch ${body.name} now.`,
        undo: refTo(commands.deleteBranch, { branch: { repository_id, name: body.name } }),
      }
    } catch (error) {
      return refusedFields(error, context)
    }
  },
}

export const setSite: CommandModule<ArgsOf<typeof commands.siteArgs>> = {
  run: async ({ branch: { repository_id, name }, site_url: typed }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const site_url = typed.trim() || null
    const { branch: before } = await readBranch(services, slug, { repository_id, name })
    await services.get(Api).call(calls.updateBranch, {
      params: { id: repository_id, name },
      query: { slug },
      body: { site_url },
    })
    await refreshRepositories(services)
    return {
      message:
        site_url === null ? `${name} has no site now.` : `The site of ${name} is ${site_url}`,
      undo: refTo(commands.setSite, {
        branch: { repository_id, name },
        site_url: before.site_url ?? '',
      }),
    }
  },
}

export const deleteBranch: OneBranch = {
  run: async ({ branch: { repository_id, name } }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const { repository, branch } = await readBranch(services, slug, { repository_id, name })
    const input = { params: { id: repository_id, name }, query: { slug } }
    await services.get(Api).call(calls.deleteBranch, input)
    await refreshRepositories(services)
    const { site_url } = branch
    return {
      message: `Deleted ${name} of “${repository.title}”. Nothing changes on its host.`,
      undo: refTo(commands.createBranch, { repository_id, name, site_url }),
    }
  },
}

export const openBranch: OneBranch = {
  run: async ({ branch }, { services, facts }) => {
    const { repository } = await readBranch(services, bucketSlugOf(facts), branch)
    const address = hostOf(repository.url).branchPage?.(repository.url, branch.name)
    if (address === undefined) throw new Refusal(whyNoBranchPage(repository.url) ?? '')
    window.open(address, '_blank', 'noopener')
  },
}

export const openSite: OneBranch = {
  run: async ({ branch: ref }, { services, facts }) => {
    const { branch } = await readBranch(services, bucketSlugOf(facts), ref)
    window.open(siteOf(branch), '_blank', 'noopener')
  },
}

/** @throws Refusal where it has none */
function siteOf({ name, site_url }: calls.Branch): string {
  if (site_url !== null) return site_url
  throw new Refusal(`${name} has no site. Choose “Set site of branch…” first.`)
}

export const previewOnBranch: CommandModule<ArgsOf<typeof commands.previewArgs>> = {
  run: async ({ object_id, branch: ref }, { services, facts, signal }) => {
    if (object_id === 'new') throw new Refusal('Save the object first: a site shows what is saved.')
    const slug = bucketSlugOf(facts)
    const [{ object }, bucket, { branch }] = await Promise.all([
      services.get(Api).call(getObject, { query: { slug, object_id } }, { signal }),
      readBucket(services, slug),
      readBranch(services, slug, ref),
    ])
    const type = bucket.object_types.find((one) => one.slug === object.type)
    if (!type?.preview_link) {
      throw new Refusal(
        `“${type?.title ?? object.type}” has no preview link. Set one in its object type first.`,
      )
    }
    const address = onSite(previewAddress(type.preview_link, object), siteOf(branch))
    window.open(address, '_blank', 'noopener')
    const isUnsaved = holds(isDirty, facts) && facts['route.objectID'] === object_id
    return isUnsaved ? { message: 'Opened without what is not saved yet.' } : {}
  },
}
