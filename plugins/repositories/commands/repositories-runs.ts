import * as calls from '@typecase/contract/repositories'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Api } from '@typecase/plugin-sdk/services'

import { cloneAddress } from '../host.ts'
import { readRepository, refreshRepositories } from '../queries.ts'
import { repositoriesRoute, repositoryRoute } from '../routes.ts'
import type { repositoryArgs } from './pickers.ts'
import { refusedFields } from './refused-fields.ts'
import * as commands from './repositories.ts'

type OneRepository = CommandModule<ArgsOf<typeof repositoryArgs>>

export const showRepository: OneRepository = {
  run: ({ repository_id }, { go }) =>
    go(repositoryRoute, { params: { repositoryID: repository_id } }),
}

export const addRepository: CommandModule = {
  run: (_args, { go }) => go(repositoriesRoute, { search: { open: 'add' } }),
}

export const createRepository: CommandModule<ArgsOf<typeof commands.createArgs>> = {
  run: async (data, context) => {
    const { services, facts, go, source } = context
    const slug = bucketSlugOf(facts)
    try {
      const input = { query: { slug }, body: { data } }
      const { repository } = await services.get(Api).call(calls.addRepository, input)
      await refreshRepositories(services)
      if (source === 'button')
        await go(repositoryRoute, { params: { repositoryID: repository.id } })
      return {
        message: `“${repository.title}” is added.`,
        undo: refTo(commands.deleteRepository, { repository_id: repository.id }),
      }
    } catch (error) {
      return refusedFields(error, context)
    }
  },
}

export const editRepository: OneRepository = {
  run: ({ repository_id }, { go }) =>
    go(repositoryRoute, { params: { repositoryID: repository_id }, search: { open: 'edit' } }),
}

export const updateRepository: CommandModule<ArgsOf<typeof commands.updateArgs>> = {
  run: async ({ repository_id, data, rev }, context) => {
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    const before = await readRepository(services, slug, repository_id)
    try {
      const { repository } = await services.get(Api).call(calls.updateRepository, {
        params: { id: repository_id },
        query: { slug },
        body: { data, ...(rev !== undefined && { rev }) },
      })
      await refreshRepositories(services)
      const { url, title, default_branch } = before
      return {
        message: `“${repository.title}” is saved.`,
        undo: refTo(commands.updateRepository, {
          repository_id,
          data: {
            ...(data.url !== undefined && { url }),
            ...(data.title !== undefined && { title }),
            ...(data.default_branch !== undefined && { default_branch }),
          },
        }),
      }
    } catch (error) {
      return refusedFields(error, context)
    }
  },
}

export const deleteRepository: OneRepository = {
  run: async ({ repository_id }, { services, facts, go }) => {
    const slug = bucketSlugOf(facts)
    const { title, url, default_branch, branches } = await readRepository(
      services,
      slug,
      repository_id,
    )
    const input = { params: { id: repository_id }, query: { slug } }
    await services.get(Api).call(calls.deleteRepository, input)
    // Its page would have nothing to show.
    const isOnScreen = facts['route.id'] === repositoryRoute.id
    if (isOnScreen && facts['repositories.repository'] === repository_id)
      await go(repositoriesRoute)
    await refreshRepositories(services)
    const kept = branches.map(({ name, site_url }) => ({ name, site_url }))
    return {
      message: `Deleted “${title}”. Nothing changes on its host.`,
      undo: refTo(commands.createRepository, { url, title, default_branch, branches: kept }),
    }
  },
}

export const openRepository: OneRepository = {
  run: async ({ repository_id }, { services, facts }) => {
    const { url } = await readRepository(services, bucketSlugOf(facts), repository_id)
    window.open(url, '_blank', 'noopener')
  },
}

export const copyCloneAddress: OneRepository = {
  run: async ({ repository_id }, { services, facts }) => {
    const { url } = await readRepository(services, bucketSlugOf(facts), repository_id)
    const address = cloneAddress(url)
    await copyText(address)
    return { message: `Copied ${address}` }
  },
}
