import { type AssistantPlan, type PlanState, updatePlan } from '@typecase/contract/assistant-plans'
import * as calls from '@typecase/contract/assistants'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { readBucket } from '@typecase/content/bucket'
import { compareRevision } from '@typecase/content/commands'
import { type ArgsOf, type CommandModule, type Ref, refTo } from '@typecase/plugin-sdk/command'
import type { RecordContext } from '@typecase/content/record/define-record'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import * as commands from './commands.ts'
import { assistant, personOf, plan } from './record.ts'
import { settingMessages } from './words.ts'

export const revokeAssistant = assistant.module({
  confirmation: async (one) => ({
    title: `Revoke ${one.client.name} of ${personOf(one)}?`,
    text: 'It is disconnected from all buckets at once. To use it again, sign in from it.',
    action: 'Revoke',
  }),

  async run({ id: assistant_id, client }, { services, slug }) {
    await services.get(Api).call(calls.revokeAssistant, { query: { slug, assistant_id } })
    await assistant.refresh(services)
    return { message: `${client.name} is disconnected.` }
  },
})

export const showChanges: CommandModule<{ object_id: string; revision_id: string }> = {
  async run(args, context) {
    await context.run(refTo(compareRevision, args))
  },
}

export const setAssistants: CommandModule<ArgsOf<typeof commands.settingArgs>> = {
  async run({ bucket: slug, assistants }, { services }) {
    const before = (await readBucket(services, slug)).assistants
    await services.get(Api).call(updateBucket, { body: { slug, data: { assistants } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message: settingMessages[assistants],
      undo: refTo(commands.setAssistants, { bucket: slug, assistants: before }),
    }
  },
}

async function setState(
  { services, slug }: Pick<RecordContext, 'services' | 'slug'>,
  plan_id: string,
  state: PlanState,
  more: { readonly message?: string; readonly undo?: AssistantPlan['undo'] } = {},
): Promise<void> {
  await services.get(Api).call(updatePlan, { body: { slug, plan_id, state, ...more } })
  await plan.refresh(services)
}

/** Returns the reference of a plan's command or of its undo. The arguments came through the API as JSON. */
const refOf = ({ command, args }: { command: string; args?: object }): Ref => ({
  command,
  ...(args && { args: args as JsonObject }),
})

/**
 * Runs the command of a plan with its review, so that the user sees its current effect instead of the one at the time
 * of planning.
 */
export const reviewPlan = plan.module(async (one, context) => {
  await setState(context, one.id, 'running')
  const { message, undo, failures } = await context.run(refOf(one))
  // The user backed out, so the plan continues to wait.
  if (message === undefined && undo === undefined) {
    await setState(context, one.id, 'waiting')
    return {}
  }
  const isFailed = failures !== undefined && undo === undefined
  await setState(context, one.id, isFailed ? 'failed' : 'done', {
    ...(message !== undefined && { message: message.slice(0, 2000) }),
    undo: (undo as AssistantPlan['undo'] | undefined) ?? null,
  })
  return {}
})

export const declinePlan = plan.module(async (one, context) => {
  await setState(context, one.id, 'declined', { message: 'A person declined it.' })
  return { message: `Declined: ${one.title}.` }
})

export const undoPlan = plan.module(async (one, context) => {
  if (!one.undo) throw new Refusal('This plan cannot be undone.')
  const { message, failures } = await context.run(refOf(one.undo))
  if (message === undefined || failures) return {}
  await setState(context, one.id, 'undone', { message })
  return {}
})
