import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { RecordArgs } from '@typecase/content/record/define-record'
import * as contract from '@typecase/contract/deployments'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Here } from '@typecase/plugin-sdk/here'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import * as commands from './commands.ts'
import { connectionQuery, link, readDeployments, readLinks } from './record.ts'
import { deploymentsRoute, settingsRoute, vercelForm } from './routes.ts'
import { hostOf } from './words.ts'

/** How long to wait for the form, whose code and connection have to load, in ms. */
const FORM_TIMEOUT_MS = 5000

const open = (url: string) => void window.open(url, '_blank', 'noopener')

export const openAddress: CommandModule<ArgsOf<typeof commands.addressArgs>> = {
  run: async ({ url }) => open(url),
}

export const copyAddress: CommandModule<ArgsOf<typeof commands.addressArgs>> = {
  async run({ url }) {
    await copyText(url)
    return { message: `${hostOf(url)} copied.` }
  },
}

export const showLog: CommandModule<ArgsOf<typeof commands.logArgs>> = {
  async run({ deployment: { project_id, deployment_id } }, { go, route, facts }) {
    // The current page of the list stays behind the log.
    const search = facts[link.fact] === project_id ? route(deploymentsRoute)?.search : {}
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
    const lists = await Promise.all(links.map((of) => readDeployments(services, slug, of)))
    const [newest] = lists
      .flat()
      .filter(({ state, target }) => state === 'ready' && target === 'production')
      .flatMap(({ url, created_at }) => (url === null ? [] : [{ url, created_at }]))
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
    if (!newest) throw new Refusal('No production site is ready among the latest deployments.')
    open(newest.url)
  },
}

type OneProject = CommandModule<RecordArgs<'project_id'>>

export const showProject: OneProject = {
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
    const { 'deployments.project': project } = facts
    if (project !== undefined) await go(deploymentsRoute, { search: { vercelProjectId: project } })
  },
}

export const connectVercel: CommandModule = {
  async run(_args, { services, go, signal }) {
    await go(settingsRoute, { params: { section: 'deployments' } })
    const until = AbortSignal.any([signal, AbortSignal.timeout(FORM_TIMEOUT_MS)])
    ;(await services.get(Here).waitFor(vercelForm, () => true, until))?.focusToken()
  },
}

export const disconnectVercel: CommandModule = {
  confirmation: async () => ({
    title: 'Remove the Vercel token of this bucket?',
    text: 'Projects linked with it show nothing until Vercel is connected again. This cannot be undone: the token is deleted.',
    action: 'Disconnect',
    phrase: 'disconnect',
  }),
  async run(_args, { services, facts }) {
    const query = { slug: bucketSlugOf(facts) }
    const { connection } = await services.get(Api).call(contract.disconnectVercel, { query })
    await link.refresh(services)
    const isUsed = connection.links.some(({ source }) => source === 'bucket')
    return {
      message: isUsed
        ? 'Vercel is disconnected. Linked projects show nothing until it is connected again.'
        : 'Vercel is disconnected.',
    }
  },
}

export const linkProject: OneProject = {
  async run({ project_id }, { services, facts }) {
    const body = { slug: bucketSlugOf(facts), project_id }
    const { connection } = await services.get(Api).call(contract.linkVercelProject, { body })
    await link.refresh(services)
    const linked = connection.links.find((one) => one.project_id === project_id)
    return {
      message: `Linked “${linked?.title ?? project_id}”.`,
      undo: refTo(commands.unlinkProject, { project_id }),
      view: refTo(commands.showProject, { project_id }),
    }
  },
}

export const unlinkProject = link.module(
  async ({ project_id, title }, { services, slug, facts }) => {
    const { connection: before } = await services
      .get(Queries)
      .fetchQuery(connectionQuery(services, slug))
    const query = { slug, project_id }
    await services.get(Api).call(contract.unlinkVercelProject, { query })
    await link.refresh(services)
    const mayLink = before.source === 'bucket' || facts['session.isStaff'] === true
    return {
      message: `Unlinked “${title}”.`,
      ...(mayLink && { undo: refTo(commands.linkProject, { project_id }) }),
    }
  },
)
