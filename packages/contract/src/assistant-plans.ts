import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, skip } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Hours after which a plan expires if no one applies it. */
export const PLAN_HOURS = 24
/** Hours after which an unfinished run counts as failed: the server was restarted, or the token deleted. */
export const RUN_HOURS = 1
/** Maximum length of a plan's arguments as JSON, in characters: enough for 1,000 objects with their values. */
export const MAX_PLAN_ARGUMENTS = 1_000_000
/** Maximum length of a plan's summary as JSON, in characters. */
export const MAX_PLAN_SUMMARY = 20_000

/**
 * `open`: made by an assistant. `waiting`: a person has to decide. `running`: being applied. It ends as `done`,
 * `failed`, or `cancelled` if it stopped part-way. `stale`: the content has changed, so the plan would do something
 * else. `declined`: a person refused it. `undone`: reverted after it was done or cancelled.
 */
export const planStates = [
  'open',
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
  'declined',
  'stale',
  'undone',
] as const
export type PlanState = (typeof planStates)[number]
const planState = () => type.enumerated(...planStates)

/** A command with its arguments, as the palette runs it. */
export const commandRef = () => type({ command: '0 < string <= 100', 'args?': 'object' })

/** The fields of a plan that its assistant sets. */
const planData = () =>
  type({
    /** Id of the command, and its exact arguments. */
    command: '0 < string <= 100',
    args: 'object',
    title: '0 < string <= 500',
    /** Counts, warnings and the first changes, as the assistant saw them. */
    summary: 'object',
  })

/** A plan made by an assistant. It changes nothing until it is applied. */
export const assistantPlan = () =>
  planData().and({
    id: id(),
    state: planState(),
    /** The person on whose behalf the assistant acts. */
    user_id: id(),
    /** Name of the assistant; null for a program with a personal access token. */
    client: 'string | null',
    /** The message that the run ended with. */
    message: 'string | null',
    /** The command that undoes the plan; null if it cannot be undone. */
    undo: commandRef().or('null'),
    created_at: 'string',
    /** UNIX ms. The end of the time in which the plan can be applied, or in which its run has to end. */
    expires_at: 'number',
    ended_at: 'string | null',
  })
export type AssistantPlan = ReturnType<typeof assistantPlan>['infer']

const answer = () => type({ plan: assistantPlan() })

export const addPlan = endpoint({
  id: 'assistantPlans.add',
  method: 'POST',
  path: '/assistantPlans/add',
  auth: 'user',
  summary: `Stores the plan of a command for ${PLAN_HOURS} hours. Changes nothing else.`,
  body: () => type({ slug: bucketSlug(), data: planData() }),
  response: answer,
  status: 201,
  bodyLimit: 2_000_000,
  errors: ['conflict', 'too_large'],
})

export const getPlan = endpoint({
  id: 'assistantPlans.get',
  method: 'GET',
  path: '/assistantPlans/get',
  auth: 'user',
  summary: 'Returns a plan of an assistant that works for the caller.',
  query: () => type({ slug: bucketSlug(), plan_id: id() }),
  response: answer,
})

export const listPlans = endpoint({
  id: 'assistantPlans.list',
  method: 'GET',
  path: '/assistantPlans/list',
  auth: 'user',
  summary:
    'Returns the plans of assistants in a bucket, newest first: those of the caller, or everyone’s if the caller can change the settings of the bucket.',
  query: () =>
    type({ slug: bucketSlug(), 'state?': planState(), 'limit?': limit(), 'skip?': skip() }),
  response: () =>
    type({ plans: assistantPlan().array(), total: 'number', limit: 'number', skip: 'number' }),
})

export const updatePlan = endpoint({
  id: 'assistantPlans.update',
  method: 'PATCH',
  path: '/assistantPlans/update',
  auth: 'user',
  summary:
    'Moves a plan to its next state. If two callers start to apply a plan at the same time, one gets `conflict`.',
  body: () =>
    type({
      slug: bucketSlug(),
      plan_id: id(),
      state: planState(),
      'message?': 'string <= 2000',
      'undo?': commandRef().or('null'),
    }),
  response: answer,
  bodyLimit: 2_000_000,
  errors: ['conflict'],
})
