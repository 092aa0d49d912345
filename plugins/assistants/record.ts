import { type AssistantPlan, listPlans } from '@typecase/contract/assistant-plans'
import { type Assistant, listAssistants } from '@typecase/contract/assistants'
import { defineRecord } from '@typecase/content/record/define-record'
import { scopeLabels } from '@typecase/content/words/scopes'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'

import { stateLabels } from './words.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the assistant in the row with the keyboard focus. */
    'assistants.assistant': string
    /** Id of the plan in the row with the keyboard focus. */
    'assistants.plan': string
    /** The revision of the open object before the unreviewed changes of assistants. */
    'assistants.revision': string
  }
}

export const assistantsQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, listAssistants, { query: { slug } })

export const personOf = ({ user }: Pick<Assistant, 'user'>): string =>
  `${user.first_name} ${user.last_name}`.trim() || 'Someone without a name'

export const assistant = defineRecord({
  noun: 'assistant',
  icon: 'sparkles',
  group: 'Assistants',
  when: has('route.bucketSlug'),
  arg: 'assistant_id',
  fact: 'assistants.assistant',
  query: assistantsQuery,
  items: ({ assistants }): readonly Assistant[] => assistants,
  row: (one) => ({
    label: one.client.name,
    subtitle: `${personOf(one)} · ${scopeLabels[one.scope]}`,
  }),
  endpoints: [listAssistants],
})

/** Limit of plans on the page, which are those of the last days. */
const PLANS = 50

export const plansQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, listPlans, { query: { slug, limit: PLANS } })

/** Whether a plan changed anything that an undo could reverse. */
export const hasRun = ({ state }: AssistantPlan): boolean =>
  state === 'done' || state === 'cancelled'

/** Returns the name of the program that made a plan. */
export const clientOf = ({ client }: Pick<AssistantPlan, 'client'>): string =>
  client ?? 'A program with a token'

export const plan = defineRecord({
  noun: 'plan',
  icon: 'list-checks',
  group: 'Assistants',
  when: has('route.bucketSlug'),
  arg: 'plan_id',
  fact: 'assistants.plan',
  query: plansQuery,
  items: ({ plans }): readonly AssistantPlan[] => plans,
  row: (one) => ({ label: one.title, subtitle: `${clientOf(one)} · ${stateLabels[one.state]}` }),
  endpoints: [listPlans],
})
