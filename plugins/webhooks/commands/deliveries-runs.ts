import * as calls from '@typecase/contract/webhooks'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { countInWords } from '@typecase/content/noun'
import type { ArgsOf, CommandModule, RunContext } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { deliveryNoun, eventWords, stateWords } from '../in-words.ts'
import { MANY, readFailed, readWebhook, refreshWebhooks } from '../queries.ts'
import { webhookRoute } from '../routes.ts'
import type * as commands from './deliveries.ts'
import type { webhookArgs } from './pickers.ts'

export const showDelivery: CommandModule<ArgsOf<typeof commands.deliveryArgs>> = {
  async run({ delivery_id }, { services, facts, go, route }) {
    const slug = bucketSlugOf(facts)
    const { delivery } = await services
      .get(Api)
      .call(calls.getDelivery, { query: { slug, delivery_id } })
    // The part of the log that one is on stays behind it.
    const here = route(webhookRoute)
    const search = here?.params.webhookID === delivery.webhook_id ? here.search : {}
    await go(webhookRoute, {
      params: { webhookID: delivery.webhook_id },
      search: { ...search, delivery: delivery_id },
    })
  },
}

const send = async (ids: readonly string[], { services, facts, signal }: RunContext) =>
  services
    .get(Api)
    .call(calls.redeliver, { body: { slug: bucketSlugOf(facts), ids: [...ids] } }, { signal })

export const redeliver: CommandModule<ArgsOf<typeof commands.deliveriesArgs>> = {
  async run({ delivery_ids }, context) {
    const { redelivered, skipped } = await send(delivery_ids, context)
    await refreshWebhooks(context.services)
    const [first] = skipped
    if (redelivered === 0 && first) throw new Refusal(first.reason)
    return {
      message: `${countInWords(redelivered, deliveryNoun)} on the way again.`,
      ...(skipped.length > 0 && { failures: skipped }),
    }
  },
}

/** @throws Refusal where nothing is to be sent, or nothing may be */
async function failedOf(webhook_id: string, { services, facts, signal }: RunContext) {
  const slug = bucketSlugOf(facts)
  const webhook = await readWebhook(services, slug, webhook_id)
  if (!webhook.is_enabled) throw new Refusal(`“${webhook.title}” is disabled. Enable it first.`)
  const failed = await readFailed(services, slug, webhook_id, signal)
  if (failed.length === 0) throw new Refusal(`No delivery of “${webhook.title}” has failed.`)
  return { webhook, failed }
}

export const redeliverFailed: CommandModule<ArgsOf<typeof webhookArgs>> = {
  async plan({ webhook_id }, context): Promise<Plan> {
    const { webhook, failed } = await failedOf(webhook_id, context)
    const count = (wanted: calls.DeliveryState) =>
      failed.filter(({ state }) => state === wanted).length
    return {
      title: `Redeliver ${countInWords(failed.length, deliveryNoun)} to “${webhook.title}”`,
      counts: [
        { label: 'given up', value: count('given_up') },
        { label: 'to be tried again anyway', value: count('failed') },
      ],
      total: failed.length,
      skipped: [],
      changes: failed.map(({ id, title, event, state, problem }) => ({
        id,
        label: title,
        field: eventWords[event],
        before: `${stateWords[state]}. ${problem ?? ''}`,
        after: 'Sent again',
      })),
      // What was sent is sent: the number is typed before many go out again.
      isReversible: false,
    }
  },

  async *run({ webhook_id }, context) {
    const { failed } = await failedOf(webhook_id, context)
    const ids = failed.map(({ id }) => id)
    let done = 0
    const failures: { id: string; reason: string }[] = []
    for (let at = 0; at < ids.length; at += MANY) {
      // Between two calls the user may cancel.
      yield { done: at, total: ids.length }
      const { redelivered, skipped } = await send(ids.slice(at, at + MANY), context)
      done += redelivered
      failures.push(...skipped)
    }
    await refreshWebhooks(context.services)
    return { message: `${countInWords(done, deliveryNoun)} on the way again.`, failures }
  },
}
