import type { Deployment } from '@typecase/contract/deployments'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { hostOf } from '../words.ts'
import { readDeployments, readLinks } from '../queries.ts'
import { deploymentsRoute } from '../routes.ts'
import type { addressArgs, logArgs, projectArgs } from './deployments.ts'

const open = (url: string) => void window.open(url, '_blank', 'noopener')

export const openAddress: CommandModule<ArgsOf<typeof addressArgs>> = {
  run: async ({ url }) => open(url),
}

export const copyAddress: CommandModule<ArgsOf<typeof addressArgs>> = {
  async run({ url }) {
    await copyText(url)
    return { message: `${hostOf(url)} copied.` }
  },
}

export const showLog: CommandModule<ArgsOf<typeof logArgs>> = {
  async run({ deployment: { project_id, deployment_id } }, { go, route, facts }) {
    // The page of the list that one is on stays behind the log.
    const search =
      facts['deployments.project'] === project_id ? route(deploymentsRoute)?.search : {}
    await go(deploymentsRoute, {
      search: { ...search, vercelProjectId: project_id, log: deployment_id },
    })
  },
}

export const openProduction: CommandModule = {
  async run(_args, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const links = await readLinks(services, slug, facts)
    if (links.length === 0) throw new Refusal('No Vercel project is linked to this bucket.')
    const lists = await Promise.all(links.map((link) => readDeployments(services, slug, link)))
    const [newest] = lists
      .flat()
      .filter(({ state, target }) => state === 'ready' && target === 'production')
      .flatMap(({ url, created_at }: Deployment) => (url === null ? [] : [{ url, created_at }]))
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    if (!newest) throw new Refusal('No production site is ready among the latest deployments.')
    open(newest.url)
  },
}

export const showProject: CommandModule<ArgsOf<typeof projectArgs>> = {
  run: ({ project_id }, { go }) =>
    go(deploymentsRoute, { search: { vercelProjectId: project_id } }),
}

export const showOlder: CommandModule = {
  async run(_args, { go, facts }) {
    const { 'deployments.project': project, 'deployments.next': until } = facts
    if (project === undefined || until === undefined) return
    await go(deploymentsRoute, { search: { vercelProjectId: project, until } })
  },
}

export const showNewest: CommandModule = {
  async run(_args, { go, facts }) {
    const project = facts['deployments.project']
    if (project !== undefined) await go(deploymentsRoute, { search: { vercelProjectId: project } })
  },
}
