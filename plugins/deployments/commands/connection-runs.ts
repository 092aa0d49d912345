import { bucketSettings } from '@typecase/content/slots'
import * as contract from '@typecase/contract/deployments'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { connectionQuery, refreshVercel } from '../queries.ts'
import type { disconnectArgs, linkArgs } from './connection.ts'
import * as commands from './connection.ts'
import { showProject } from './deployments.ts'

/** Frames that the form is waited for: its code and the connection may come late. */
const PATIENCE = 120

export const connectVercel: CommandModule = {
  async run(_args, { go, page }) {
    await go(sectionRoute(bucketSettings), { params: { section: 'deployments' } })
    for (let frame = 0; frame < PATIENCE && !page(commands.vercelForm); frame += 1)
      await new Promise(requestAnimationFrame)
    page(commands.vercelForm)?.focusToken()
  },
}

export const disconnectVercel: CommandModule<ArgsOf<typeof disconnectArgs>> = {
  confirmation: async () => ({
    title: 'Remove the Vercel token of this bucket?',
    text: 'Projects linked with it show nothing until Vercel is connected again. This cannot be undone: the token is forgotten.',
    action: 'Disconnect',
    phrase: 'disconnect',
  }),
  async run({ bucket: slug }, { services }) {
    const { connection } = await services
      .get(Api)
      .call(contract.disconnectVercel, { query: { slug } })
    await refreshVercel(services)
    const left = connection.links.filter(({ source }) => source === 'bucket').length
    return {
      message:
        left === 0
          ? 'Vercel is disconnected.'
          : 'Vercel is disconnected. Linked projects show nothing until it is connected again.',
    }
  },
}

export const linkProject: CommandModule<ArgsOf<typeof linkArgs>> = {
  async run({ bucket, project_id }, { services }) {
    const { connection } = await services
      .get(Api)
      .call(contract.linkVercelProject, { body: { slug: bucket, project_id } })
    await refreshVercel(services)
    const link = connection.links.find((one) => one.project_id === project_id)
    return {
      message: `“${link?.title ?? project_id}” is linked.`,
      undo: refTo(commands.unlinkProject, { bucket, project_id }),
      view: refTo(showProject, { project_id }),
    }
  },
}

export const unlinkProject: CommandModule<ArgsOf<typeof linkArgs>> = {
  async run({ bucket, project_id }, { services, facts }) {
    const { connection: before } = await services
      .get(Queries)
      .fetchQuery(connectionQuery(services, bucket))
    const link = before.links.find((one) => one.project_id === project_id)
    await services
      .get(Api)
      .call(contract.unlinkVercelProject, { query: { slug: bucket, project_id } })
    await refreshVercel(services)
    const mayLink = before.source === 'bucket' || facts['session.isStaff'] === true
    return {
      message: `“${link?.title ?? project_id}” is unlinked.`,
      ...(mayLink && { undo: refTo(commands.linkProject, { bucket, project_id }) }),
    }
  },
}
