import * as calls from '@typecase/contract/webhooks'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { planOfOne } from '@typecase/content/one-plan'
import { formatCount } from '@typecase/ui/count'
import { formatList } from '@typecase/ui/format'
import type { RecordArgs, RecordContext } from '@typecase/content/record/define-record'
import { recordChanges } from '@typecase/content/record/record-undo'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Here } from '@typecase/plugin-sdk/here'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { CallModule } from '@typecase/plugin-sdk/server-call'
import { Api } from '@typecase/plugin-sdk/services'
import type { Token } from '@typecase/plugin-sdk/token'

import * as commands from './commands.ts'
import { fieldsOf, problemsOf, toData } from './form.ts'
import { webhook } from './record.ts'
import { settingsRoute, webhookPage, webhookRoute, webhooksPage } from './routes.ts'
import { deliveryNoun, describeAttempt, eventLabels, formatEndpoint, stateLabels } from './words.ts'

/** How long to wait for a page, whose code and data have to load. */
const PAGE_TIMEOUT_MS = 5000
/** Number of deliveries per call, for reading and redelivering. */
const BATCH = 1000

export const changes = recordChanges(webhook, commands.undoWebhook, {
  titleOf: ({ title }) => title,
  // Only the server has the values of headers.
  dataOf: ({ headers: _, ...values }) => values,
  async update(services, slug, webhook_id, data, rev) {
    const body = { slug, webhook_id, data, ...(rev !== undefined && { rev }) }
    return (await services.get(Api).call(calls.updateWebhook, { body })).webhook
  },
  async remove(services, slug, { id: webhook_id }) {
    await services.get(Api).call(calls.deleteWebhook, { query: { slug, webhook_id } })
    return {}
  },
  async restore(services, slug, webhook_id) {
    const body = { slug, webhook_id }
    return (await services.get(Api).call(calls.restoreWebhook, { body })).webhook
  },
  async leave({ id }, { facts, go }) {
    if (facts['route.id'] === webhookRoute.id && facts[webhook.fact] === id)
      await go(settingsRoute, { params: { section: 'webhooks' } })
  },
})

type OneWebhook = CommandModule<RecordArgs<'webhook_id'>>

export const openWebhook: OneWebhook = {
  run: ({ webhook_id }, { go }) => go(webhookRoute, { params: { webhookID: webhook_id } }),
}

export const addWebhook: CommandModule = {
  async run(_args, context) {
    await context.go(settingsRoute, { params: { section: 'webhooks' } })
    ;(await handleOf(context, webhooksPage, () => true))?.add()
  },
}

type CreateArgs = ArgsOf<typeof commands.createArgs>

export const createCall = {
  callOf: ({ title, endpoint, ...rest }, { bucketSlug }) => {
    const name = title ?? (URL.canParse(endpoint) ? new URL(endpoint).host : endpoint)
    const fields = { ...fieldsOf(undefined), ...rest, title: name, endpoint }
    const problem = Object.values(problemsOf(fields)).find((one) => one !== undefined)
    if (problem !== undefined) throw Object.assign(new Error(`${problem}.`), { code: 'invalid' })
    return { endpoint: calls.addWebhook, body: { slug: bucketSlug, data: toData(fields) } }
  },
} satisfies CallModule<CreateArgs, typeof calls.addWebhook>

export const createWebhook: CommandModule<CreateArgs> = {
  plan: async (args, { facts }) => {
    const { body } = createCall.callOf(args, { bucketSlug: bucketSlugOf(facts) })
    const { title, endpoint, events } = body.data
    const names = events.map((event) => eventLabels[event].toLowerCase())
    return planOfOne(`Add webhook “${title}” to ${endpoint} for ${formatList(names)}`)
  },
  async run(args, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const { endpoint, body } = createCall.callOf(args, { bucketSlug: slug })
    // The secret must not become part of what an assistant reads.
    const { webhook: added } = await services.get(Api).call(endpoint, { body })
    await webhook.refresh(services)
    return {
      message: `Added “${added.title}”. To get a signing secret, rotate it in the dashboard.`,
      view: refTo(commands.openWebhook, { webhook_id: added.id }),
      undo: changes.undoOfAdd(slug, added.id),
    }
  },
}

export const editWebhook: OneWebhook = {
  run: ({ webhook_id }, { go }) =>
    go(webhookRoute, { params: { webhookID: webhook_id }, search: { open: 'edit' } }),
}

const setEnabled = (is_enabled: boolean) =>
  webhook.module(async ({ id }, { services, slug }) => {
    const { item, ...undo } = await changes.update(services, slug, id, { is_enabled })
    const message = is_enabled
      ? `Enabled “${item.title}”.`
      : `Disabled “${item.title}”. Pending deliveries were dropped.`
    return { message, ...undo }
  })
export const enableWebhook = setEnabled(true)
export const disableWebhook = setEnabled(false)

export const testWebhook = webhook.module(async ({ id, title }, { services, slug, signal }) => {
  const body = { slug, webhook_id: id }
  const { attempt } = await services.get(Api).call(calls.testWebhook, { body }, { signal })
  const answer = attempt.response?.body?.trim().slice(0, 120)
  const result = `${describeAttempt(attempt)}${answer ? `: ${answer}` : ''}`
  if (attempt.problem !== null) throw new Refusal(`The test of “${title}” failed. ${result}`)
  return { message: `“${title}” works. ${result}` }
})

export const rotateSecret = webhook.module({
  confirmation: async ({ title, former_secret_until: until }) => ({
    title: `Rotate the signing secret of “${title}”?`,
    text: `For ${calls.FORMER_SECRET_HOURS} hours, deliveries are signed with both secrets. ${
      until !== null && Date.parse(until) > Date.now()
        ? 'The secret before the current one stops working immediately.'
        : 'Set the new one at your endpoint by then.'
    }`,
    action: 'Rotate',
  }),

  async run({ id }, context) {
    const { services, slug, go } = context
    const body = { slug, webhook_id: id }
    const { secret } = await services.get(Api).call(calls.rotateWebhookSecret, { body })
    await webhook.refresh(services)
    await go(webhookRoute, { params: { webhookID: id } })
    const page = await handleOf(context, webhookPage, ({ webhookID }) => webhookID === id)
    if (!page) throw new Refusal('The page with the new secret did not open. Rotate it again.')
    page.showSecret(secret)
    return {}
  },
})

/** Returns the handle of a page that a command has just opened; undefined if the page does not appear in time. */
const handleOf = <T>(
  { services, signal }: RunContext,
  handle: Token<T>,
  isMatch: (value: T) => boolean,
) =>
  services
    .get(Here)
    .waitFor(handle, isMatch, AbortSignal.any([signal, AbortSignal.timeout(PAGE_TIMEOUT_MS)]))

export const copyEndpoint = webhook.module(async ({ endpoint }) => {
  await copyText(endpoint)
  return { message: `Copied ${formatEndpoint(endpoint)}` }
})

export const deleteWebhook = webhook.module(async (item, context) => ({
  message: `Deleted “${item.title}”.`,
  ...(await changes.remove(item, context.slug, context)),
}))

export const showDelivery: CommandModule<ArgsOf<typeof commands.deliveryArgs>> = {
  async run({ delivery_id }, { services, facts, go, route }) {
    const query = { slug: bucketSlugOf(facts), delivery_id }
    const { delivery } = await services.get(Api).call(calls.getDelivery, { query })
    // The filter and page of the log behind the dialog stay.
    const current = route(webhookRoute)
    const search = current?.params.webhookID === delivery.webhook_id ? current.search : {}
    await go(webhookRoute, {
      params: { webhookID: delivery.webhook_id },
      search: { ...search, delivery: delivery_id },
    })
  },
}

const send = async (ids: readonly string[], { services, facts, signal }: RunContext) => {
  const body = { slug: bucketSlugOf(facts), ids: [...ids] }
  return services.get(Api).call(calls.redeliver, { body }, { signal })
}

const describeSent = (count: number) => `${formatCount(count, deliveryNoun)} queued again.`

export const redeliver: CommandModule<ArgsOf<typeof commands.deliveriesArgs>> = {
  async run({ delivery_ids }, context) {
    const { redelivered, skipped } = await send(delivery_ids, context)
    await webhook.refresh(context.services)
    const [first] = skipped
    if (redelivered === 0 && first) throw new Refusal(first.reason)
    const failures = skipped.length > 0 && { failures: skipped }
    return { message: describeSent(redelivered), ...failures }
  },
}

/**
 * Returns all failed deliveries that have not succeeded since, those with a pending retry first.
 * @throws Refusal if there is nothing to send, or sending is not allowed
 */
async function failedOf({ id, title, is_enabled }: calls.Webhook, context: RecordContext) {
  if (!is_enabled) throw new Refusal(`“${title}” is disabled. Enable it first.`)
  const { services, slug, signal } = context
  const failed: calls.Delivery[] = []
  for (const state of ['failed', 'given_up'] as const) {
    for (let skip = 0, total = 1; skip < total; skip += BATCH) {
      const query = { slug, webhook_id: id, state, limit: BATCH, skip }
      const page = await services.get(Api).call(calls.listDeliveries, { query }, { signal })
      failed.push(...page.deliveries)
      total = page.total
    }
  }
  if (failed.length === 0) throw new Refusal(`No delivery of “${title}” has failed.`)
  return failed
}

export const redeliverFailed = webhook.module({
  async plan(item, context): Promise<Plan> {
    const failed = await failedOf(item, context)
    const count = (of: calls.DeliveryState) => failed.filter(({ state }) => state === of).length
    return {
      title: `Redeliver ${formatCount(failed.length, deliveryNoun)} to “${item.title}”`,
      counts: [
        { label: 'given up', value: count('given_up') },
        { label: 'waiting for a retry', value: count('failed') },
      ],
      total: failed.length,
      skipped: [],
      changes: failed.map(({ id, title, event, state, problem }) => ({
        id,
        label: title,
        field: eventLabels[event],
        before: `${stateLabels[state]}. ${problem ?? ''}`,
        after: 'Sent again',
      })),
      // A request cannot be undone, so the user types the number before many are sent again.
      isReversible: false,
    }
  },

  async *run(item, context) {
    const ids = (await failedOf(item, context)).map(({ id }) => id)
    let done = 0
    const failures: { id: string; reason: string }[] = []
    for (let at = 0; at < ids.length; at += BATCH) {
      // The user may cancel between two calls.
      yield { done: at, total: ids.length }
      const { redelivered, skipped } = await send(ids.slice(at, at + BATCH), context)
      done += redelivered
      failures.push(...skipped)
    }
    await webhook.refresh(context.services)
    return { message: describeSent(done), failures }
  },
})
