import * as calls from '@typecase/contract/webhooks'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, type CommandModule, type Ref, refTo } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { Api, Dialogs } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { attemptInWords, endpointInWords } from '../in-words.ts'
import { offeredBy, webhookPage, webhooksPage } from '../page-handles.ts'
import { readWebhook, refreshWebhooks } from '../queries.ts'
import { webhookRoute } from '../routes.ts'
import type { webhookArgs } from './pickers.ts'
import * as commands from './webhooks.ts'

type OneWebhook = CommandModule<ArgsOf<typeof webhookArgs>>
type Written = ArgsOf<typeof commands.saveArgs>['data']

const settings = sectionRoute('settings.section')

export const openWebhook: OneWebhook = {
  run: ({ webhook_id }, { go }) => go(webhookRoute, { params: { webhookID: webhook_id } }),
}

export const addWebhook: CommandModule = {
  async run(_args, context) {
    await context.go(settings, { params: { section: 'webhooks' } })
    ;(await offeredBy(context, webhooksPage))?.add()
  },
}

export const editWebhook: OneWebhook = {
  run: ({ webhook_id }, { go }) =>
    go(webhookRoute, { params: { webhookID: webhook_id }, search: { open: 'edit' } }),
}

/** What brings back what an edit changes. Values of headers are known to the server alone. */
export function undoOfEdit(bucket: string, before: calls.Webhook, data: Written): Ref | undefined {
  const { headers, ...others } = data
  const keys = Object.keys(others) as (keyof typeof others)[]
  if (headers !== undefined || keys.length === 0) return undefined
  const back = Object.fromEntries(keys.map((key) => [key, before[key]])) as Written
  return refTo(commands.setWebhook, { bucket, webhook_id: before.id, data: back })
}

/** Changes some of a webhook. @returns it, and what takes that back */
async function changed(services: Services, slug: string, webhook_id: string, data: Written) {
  const before = await readWebhook(services, slug, webhook_id)
  const body = { slug, webhook_id, data }
  const { webhook } = await services.get(Api).call(calls.updateWebhook, { body })
  await refreshWebhooks(services)
  const undo = undoOfEdit(slug, before, data)
  return { webhook, ...(undo && { undo }) }
}

export const setWebhook: CommandModule<ArgsOf<typeof commands.saveArgs>> = {
  async run({ bucket, webhook_id, data }, { services }) {
    const { webhook, ...taking } = await changed(services, bucket, webhook_id, data)
    return { message: `“${webhook.title}” is saved.`, ...taking }
  },
}

const enabling = (is_enabled: boolean): OneWebhook => ({
  async run({ webhook_id }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const { webhook, ...taking } = await changed(services, slug, webhook_id, { is_enabled })
    return {
      message: is_enabled
        ? `“${webhook.title}” is called from now on.`
        : `“${webhook.title}” is disabled. What waited for it was given up.`,
      ...taking,
    }
  },
})
export const enableWebhook = enabling(true)
export const disableWebhook = enabling(false)

export const testWebhook: OneWebhook = {
  async run({ webhook_id }, { services, facts, signal }) {
    const slug = bucketSlugOf(facts)
    const { title } = await readWebhook(services, slug, webhook_id)
    const body = { slug, webhook_id }
    const { attempt } = await services.get(Api).call(calls.testWebhook, { body }, { signal })
    const said = attempt.response?.body?.trim().slice(0, 120)
    const words = `${attemptInWords(attempt)}${said ? `: ${said}` : ''}`
    if (attempt.problem !== null) throw new Refusal(`The test of “${title}” failed. ${words}`)
    return { message: `“${title}” works. ${words}` }
  },
}

export const rotateSecret: OneWebhook = {
  async run({ webhook_id }, context) {
    const { services, facts, go } = context
    const slug = bucketSlugOf(facts)
    const { title, former_secret_until: until } = await readWebhook(services, slug, webhook_id)
    const isSure = await services.get(Dialogs).confirm({
      title: `Rotate the signing secret of “${title}”?`,
      text: `For ${calls.FORMER_SECRET_HOURS} hours deliveries are signed with both secrets. ${
        until !== null && Date.parse(until) > Date.now()
          ? 'The one before the present one stops now.'
          : 'Your endpoint needs the new one by then.'
      }`,
      action: 'Rotate',
    })
    if (!isSure) return {}
    const body = { slug, webhook_id }
    const { secret } = await services.get(Api).call(calls.rotateWebhookSecret, { body })
    await refreshWebhooks(services)
    await go(webhookRoute, { params: { webhookID: webhook_id } })
    const page = await offeredBy(context, webhookPage, ({ webhookID }) => webhookID === webhook_id)
    if (!page) throw new Refusal('The page with the new secret did not open. Rotate it once more.')
    page.showSecret(secret)
    return {}
  },
}

export const copyEndpoint: OneWebhook = {
  async run({ webhook_id }, { services, facts }) {
    const { endpoint } = await readWebhook(services, bucketSlugOf(facts), webhook_id)
    await copyText(endpoint)
    return { message: `Copied ${endpointInWords(endpoint)}` }
  },
}

export const deleteWebhook: OneWebhook = {
  async run({ webhook_id }, { services, facts, go }) {
    const slug = bucketSlugOf(facts)
    const { title } = await readWebhook(services, slug, webhook_id)
    // Its page would have nothing to show.
    const isOnScreen = facts['route.id'] === webhookRoute.id
    await services.get(Api).call(calls.deleteWebhook, { query: { slug, webhook_id } })
    if (isOnScreen && facts['webhooks.webhook'] === webhook_id)
      await go(settings, { params: { section: 'webhooks' } })
    await refreshWebhooks(services)
    return {
      message: `Deleted “${title}”.`,
      undo: refTo(commands.restoreWebhook, { bucket: slug, webhook_id }),
    }
  },
}

export const restoreWebhook: CommandModule<ArgsOf<typeof commands.placedArgs>> = {
  async run({ bucket: slug, webhook_id }, { services }) {
    const body = { slug, webhook_id }
    const { webhook } = await services.get(Api).call(calls.restoreWebhook, { body })
    await refreshWebhooks(services)
    return {
      message: `“${webhook.title}” is back, with its secret and its deliveries.`,
      undo: refTo(commands.deleteWebhook, { webhook_id }),
    }
  },
}
