import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { runBulk } from '@typecase/content/run-bulk'
import { type BulkCall, planBulk } from '@typecase/content/bulk-plan'
import { pageFrom } from '@typecase/content/dry-run'
import { keepPublish, withPublish } from '@typecase/content/publish-choice'
import { updateObjects } from '@typecase/contract/objects'
import type {
  ArgsOf,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan } from '@typecase/plugin-sdk/plan'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'

import type { Update } from '../frames/messages.ts'
import type { updatesArgs } from './updates.ts'

/** Changes to objects that an extension proposes. */
export interface Proposal {
  readonly extension: string
  /** The title of the command: `Tidy up texts`. */
  readonly title: string
  readonly updates: readonly Update[]
}

/** Returns the scope of updates, for a plan from which objects can be left out. */
export const scopeOfUpdates = (updates: readonly Update[]): Scope => ({
  kind: 'ids',
  ids: updates.map(({ object_id: id }) => id),
})

/** Returns the updates whose objects are in the scope. */
function within(updates: readonly Update[], scope: Scope): Update[] {
  if (!('ids' in scope)) return [...updates]
  const [ids, out] = [new Set(scope.ids), new Set(scope.except?.ids)]
  return updates.filter(({ object_id: id }) => ids.has(id) && !out.has(id))
}

/**
 * Arguments of commands that apply updates. The `_` avoids conflicts with the extension's arguments, which have none.
 */
export interface AnsweredArgs {
  readonly publish_choice?: boolean | undefined
}

const STATUS_FIELDS = ['status', 'publish_at', 'unpublish_at']

/** Returns whether the changes are published, unless the updates themselves set that. */
async function publishOf(
  { updates }: Proposal,
  { publish_choice: publish }: AnsweredArgs,
  context: RunContext,
): Promise<{ publish?: boolean }> {
  const isStated = updates.some(({ data }) => STATUS_FIELDS.some((key) => data[key] !== undefined))
  return isStated ? {} : withPublish({ publish }, context)
}

/** Returns the call that applies the updates on behalf of the extension. */
function callOf(
  { extension, updates }: Proposal,
  choice: { publish?: boolean },
  { services, facts, signal }: RunContext,
): BulkCall {
  const [api, slug] = [services.get(Api), bucketSlugOf(facts)]
  const input = (more: object = {}) => ({
    body: { slug, updates: [...updates], ...choice, ...more },
  })
  return {
    ...choice,
    ...(choice.publish !== undefined && { takesPublish: true }),
    verb: 'Change',
    result: (objects) => `Changed ${objects}.`,
    already: 'unchanged',
    send: () => api.call(updateObjects, input(), { signal, extension }),
    dryRun: () => api.stream(updateObjects, input({ dry_run: true }), { signal, extension }),
    page: (skip, version) =>
      api.call(updateObjects, input({ dry_run: true, ...pageFrom(skip, version) }), {
        signal,
        extension,
      }),
  }
}

/** Returns the plan of the updates, field by field. `args` are the arguments of the command that runs afterwards. */
export async function planUpdates(
  proposal: Proposal,
  args: AnsweredArgs,
  context: RunContext,
): Promise<Plan> {
  const scope = scopeOfUpdates(proposal.updates)
  const choice = await publishOf(proposal, args, context)
  const plan = await planBulk(scope, callOf(proposal, choice, context), context)
  // Updates are JSON, but their schema cannot say so: inferring the recursive type `Json` would never end.
  const updates = { updates: proposal.updates } as unknown as JsonObject
  const { publish, ...frozen } = { ...plan.args, ...updates }
  const answer = publish === undefined ? {} : { publish_choice: publish }
  return {
    ...plan,
    title: proposal.title,
    args: { ...(args as JsonObject), ...frozen, ...answer },
    // Another answer keeps the same updates, so the extension is not asked again.
    ...(plan.choice && { choice: { ...plan.choice, arg: 'publish_choice', args: updates } }),
  }
}

/** Applies the updates in the scope, in one change set. */
export async function* runUpdates(
  proposal: Proposal,
  { scope, publish_choice }: AnsweredArgs & { readonly scope: Scope },
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const updates = within(proposal.updates, scope)
  if (updates.length === 0) return { message: 'There is nothing to change.' }
  const choice = await publishOf(proposal, { publish_choice }, context)
  const call = callOf({ ...proposal, updates }, choice, context)
  const outcome = yield* runBulk(scopeOfUpdates(updates), call, context)
  await keepPublish({ publish: publish_choice }, context)
  return outcome
}

export const applyUpdates: CommandModule<ArgsOf<typeof updatesArgs>> = {
  plan: (args, context) => planUpdates(args, args, context),
  run: (args, context) => runUpdates(args, args, context),
}
