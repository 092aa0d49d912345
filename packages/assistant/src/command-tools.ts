import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { askOf } from '@typecase/plugin-sdk/flags'
import { onlyReads } from '@typecase/contract/roles'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { CommandState } from '@typecase/plugin-sdk/services'
import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { type } from 'arktype'

import { createRanker, type Habits } from '../../../src/commands/ranking.ts'
import { entryOf, isTool } from './carry-out.ts'
import type { Kernel } from './kernel.ts'
import { isSmall, type PlanSummary, summarizeChange } from './plan-summary.ts'
import {
  beginPlan,
  beginUndo,
  hasRun,
  makePlan,
  proposeAgain,
  readPlan,
  runOf,
  setState,
  type StoredPlan,
} from './plans.ts'
import { describeArguments } from './read-args.ts'
import { AskPerson, type Tool, tool, type ToolContext } from './tool.ts'

/** How long `apply` waits for the end of a run, in ms. Clients abort a call after a minute. */
const APPLY_WAITS_MS = 20_000
/** Milliseconds between two progress reports. */
const REPORT_EVERY_MS = 500
/** Maximum rows of `find_commands`, of `find_values`, and of a page of changes. */
const ROWS = 20

const bucketArg = { 'bucket?': 'string <= 200' } as const
const reads = { readOnlyHint: true, openWorldHint: false }
const plans = { readOnlyHint: true, openWorldHint: false }
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

const findCommands = tool({
  name: 'find_commands',
  title: 'Find commands',
  description:
    'Every change is made by a command. Finds commands by words (“publish”, “replace text”, “add webhook”), best match first, with their arguments. A disabled command gives the reason. To write objects: `objects.add` and `objects.update`; for the same change in many: `objects.set-field`, `objects.replace`.',
  annotations: reads,
  args: () =>
    type({ ...bucketArg, words: '0 < string <= 100', 'limit?': `1 <= number.integer <= ${ROWS}` }),
  async run({ bucket, words, limit = 8 }, { session }) {
    const kernel = await session.open(bucket)
    const states = commandsOf(kernel)
    const ranking = createRanker(states).search(words, noHabits, limit)
    // An exact id comes first, since titles of other commands may match better.
    const exact = states.filter(({ id }) => id === words.trim())
    const rows = [...new Set([...exact, ...ranking.map(({ item }) => item)])].slice(0, limit)
    return { commands: rows.map((state) => describeCommand(state, entryOf(kernel, state.id).item)) }
  },
})

const noHabits: Habits = { frecency: () => 0, learned: new Set(), relevance: () => 0 }

const commandsOf = ({ catalog }: Kernel): CommandState[] =>
  catalog.list().filter(({ id }) => {
    const command = catalog.find(id)?.item
    return command !== undefined && isTool(command)
  })

function describeCommand(state: CommandState, command: AnyCommand): object {
  const { id, isEnabled, missingSubjects, reason } = state
  const isUsable = isEnabled || missingSubjects !== undefined
  return {
    command: id,
    title: state.title.replace(/…$/, ''),
    ...(command.effect === 'destructive' && { is_destructive: true }),
    ...(!isUsable && { disabled: reason ?? 'Not available.' }),
    arguments: describeArguments(command),
  }
}

const findValues = tool({
  name: 'find_values',
  title: 'Find values of an argument',
  description:
    'Returns the values that an argument of a command can take, if `find_commands` marks it with `find`: releases, folders, fields, people, webhooks. `args` are the arguments before it.',
  annotations: reads,
  args: () =>
    type({
      ...bucketArg,
      command: '0 < string <= 100',
      argument: '0 < string <= 100',
      'words?': 'string <= 100',
      'args?': 'object',
    }),
  async run({ bucket, command, argument, words = '', args = {} }, { session, mcp }) {
    const kernel = await session.open(bucket)
    const { item } = entryOf(kernel, command)
    const context = {
      services: kernel.services,
      facts: kernel.facts.get(),
      signal: mcp.mcpReq.signal,
      args: args as JsonObject,
    }
    const declared = askOf(item, argument)
    const ask = declared?.kind === 'by' ? await declared.ask(context) : declared
    if (ask?.kind !== 'picker')
      throw new Refusal(`${command} has no values to find for “${argument}”.`)
    const rows = await ask.search(words, context)
    return {
      values: rows.slice(0, ROWS).map(({ value, label, subtitle, reason }) => ({
        value,
        label,
        ...(subtitle && { about: subtitle }),
        ...(reason && { disabled: reason }),
      })),
      ...(rows.length > ROWS && { more: rows.length - ROWS }),
    }
  },
})

const commandArgs = () => type({ ...bucketArg, command: '0 < string <= 100', 'args?': 'object' })

const plan = tool({
  name: 'plan',
  title: 'Plan a command',
  description:
    'Returns what a command would do, with counts, warnings and examples, and changes nothing. Read the plan, show it to the person, then `apply` its `plan_id`. A plan goes stale when its effect would be different.',
  annotations: plans,
  args: commandArgs,
  async run({ bucket, command, args = {} }, { session, mcp }) {
    const kernel = await session.open(bucket)
    const stored = await makePlan(kernel, command, args as JsonObject, mcp.mcpReq.signal)
    return describePlan(stored.plan)
  },
})

const runCommand = tool({
  name: 'run_command',
  title: 'Run a command',
  description:
    'Runs a command that changes the draft of one object and can be undone, such as `objects.add`, or `objects.update` of one. For any other command, returns its plan instead, for `apply`.',
  annotations: writes,
  args: commandArgs,
  async run({ bucket, command, args = {} }, context) {
    const kernel = await context.session.open(bucket)
    const { signal } = context.mcp.mcpReq
    const { plan, proposal } = await makePlan(kernel, command, args as JsonObject, signal)
    if (isSmall(proposal, kernel.facts.get())) return carryPlanOut(kernel, plan, context)
    return { nothing_changed_yet: 'Read this plan, then apply it.', ...describePlan(plan) }
  },
})

const planArgs = () => type({ ...bucketArg, plan_id: '0 < string <= 100' })

const apply = tool({
  name: 'apply',
  title: 'Apply a plan',
  description:
    'Carries out a plan. If it cannot be undone, a person confirms it, in your client or in the dashboard. Returns how to undo it; for a long run, returns its progress: then ask `job`.',
  annotations: { ...writes, destructiveHint: true },
  args: planArgs,
  async run({ bucket, plan_id }, context) {
    const kernel = await context.session.open(bucket)
    const stored = await readPlan(kernel, plan_id)
    if (stored.state === 'running') return reportRun(kernel, stored, context)
    if (stored.summary.needs_person) {
      const answer = await personSays(kernel, stored, context)
      if (answer !== undefined) return answer
    }
    return carryPlanOut(kernel, stored, context)
  },
})

/**
 * Asks the person through the client if it can; otherwise the plan waits in the dashboard.
 * @returns the response that ends the call
 */
async function personSays(
  kernel: Kernel,
  stored: StoredPlan,
  { session, mcp, server }: ToolContext,
): Promise<object | undefined> {
  const reply = inputResponse(mcp.mcpReq.inputResponses, 'confirm')
  if (reply.kind === 'elicit') {
    if (reply.action === 'accept' && reply.content?.['agree'] === true) return undefined
    await setState(kernel, stored.id, 'declined', { message: 'The person declined.' })
    return { state: 'declined', message: 'The person declined. Nothing was changed.' }
  }
  if (server.server.getClientCapabilities()?.elicitation) {
    throw new AskPerson(
      inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({
            message: questionOf(stored.summary),
            requestedSchema: {
              type: 'object',
              properties: { agree: { type: 'boolean', title: stored.summary.title } },
              required: ['agree'],
            },
          }),
        },
      }),
    )
  }
  if (stored.state === 'open') await setState(kernel, stored.id, 'waiting')
  return {
    state: 'waiting',
    message: `A person has to confirm this in the dashboard, under “Waiting for you”: ${session.publicUrl}/${kernel.bucketSlug}/settings/assistants`,
  }
}

const questionOf = ({ title, question, warnings = [] }: PlanSummary): string =>
  [`${title}?`, question, ...warnings, 'This cannot be undone.'].filter(Boolean).join(' ')

/** Applies a plan and waits a limited time for its end. */
async function carryPlanOut(
  kernel: Kernel,
  stored: StoredPlan,
  context: ToolContext,
): Promise<object> {
  await beginPlan(kernel, stored)
  return reportRun(kernel, stored, context)
}

/** Follows a run of this process until it ends or `APPLY_WAITS_MS` have passed. */
async function reportRun(
  kernel: Kernel,
  stored: StoredPlan,
  { mcp }: ToolContext,
): Promise<object> {
  const run = runOf(stored.id)
  if (!run) return describeState(await readPlan(kernel, stored.id))
  const cancel = (): void => run.stop.abort()
  mcp.mcpReq.signal.addEventListener('abort', cancel)
  const token = mcp.mcpReq._meta?.progressToken
  const timer = setInterval(() => {
    if (token === undefined || !run.progress) return
    const { done: progress, total, message } = run.progress
    void mcp.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: token, progress, total, ...(message && { message }) },
    })
  }, REPORT_EVERY_MS)
  try {
    const outcome = await Promise.race([run.end, pause(APPLY_WAITS_MS)])
    if (outcome === undefined) {
      return {
        state: 'running',
        plan_id: stored.id,
        progress: run.progress ?? null,
        next: 'Ask `job`.',
      }
    }
    const { state, message = 'Done.', undo, failures = [], shows } = outcome
    return {
      state,
      plan_id: stored.id,
      message,
      ...(shows && { shows }),
      ...(failures.length > 0 && { failed: failures.length, failures: failures.slice(0, ROWS) }),
      ...(state !== 'undone' && { can_be_undone: undo !== undefined }),
      ...(undo && { undo: `undo with plan_id ${stored.id}` }),
    }
  } finally {
    clearInterval(timer)
    mcp.mcpReq.signal.removeEventListener('abort', cancel)
  }
}

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())

const undo = tool({
  name: 'undo',
  title: 'Undo a plan',
  description:
    'Undoes an applied plan, like Undo in the dashboard; for a cancelled plan, undoes what was done. Later changes by others stay.',
  annotations: writes,
  args: planArgs,
  async run({ bucket, plan_id }, context) {
    const kernel = await context.session.open(bucket)
    const stored = await readPlan(kernel, plan_id)
    beginUndo(kernel, stored)
    return reportRun(kernel, stored, context)
  },
})

const job = tool({
  name: 'job',
  title: 'Follow a plan',
  description:
    'Returns the state of a plan: open, waiting for a person, running with its progress, done, failed, cancelled, declined, undone. `cancel` stops a run; what is done by then can be undone. `changes_from` pages through the changes that an open plan would make.',
  annotations: writes,
  args: () =>
    type({
      ...bucketArg,
      plan_id: '0 < string <= 100',
      'cancel?': 'boolean',
      'changes_from?': 'number.integer >= 0',
    }),
  async run({ bucket, plan_id, cancel = false, changes_from: from }, { session, mcp }) {
    const kernel = await session.open(bucket)
    const stored = await readPlan(kernel, plan_id)
    const run = runOf(plan_id)
    if (cancel && kernel.facts.get()['bucket.scope'] === 'read') throw new Refusal(onlyReads)
    if (cancel) run?.stop.abort()
    if (from !== undefined) return changesOf(kernel, stored, from, mcp.mcpReq.signal)
    return {
      ...describeState(stored),
      ...(run && { state: 'running', progress: run.progress ?? null }),
    }
  },
})

async function changesOf(kernel: Kernel, stored: StoredPlan, from: number, signal: AbortSignal) {
  const { plan: full } = await proposeAgain(kernel, stored, signal)
  if (!full) throw new Refusal('This plan has no list of changes.')
  const first = full.changes.slice(from, from + ROWS)
  const more = first.length === 0 ? await full.more?.(from) : undefined
  const changes = (more ?? first).slice(0, ROWS)
  return { changes: changes.map(summarizeChange), next_from: from + changes.length }
}

const describePlan = ({ id, summary }: StoredPlan): object => {
  const { digest: _, needs_person, ...rest } = summary
  return {
    plan_id: id,
    ...rest,
    ...(needs_person && { confirmed_by: 'a person, when it is applied' }),
  }
}

const describeState = (stored: StoredPlan): object => ({
  plan_id: stored.id,
  title: stored.title,
  state: stored.state,
  ...(stored.message && { message: stored.message }),
  ...(hasRun(stored) && { can_be_undone: stored.undo !== null }),
})

export const commandTools: readonly Tool[] = [
  findCommands,
  findValues,
  plan,
  runCommand,
  apply,
  undo,
  job,
]
