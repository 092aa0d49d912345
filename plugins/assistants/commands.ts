import type { AssistantPlan } from '@typecase/contract/assistant-plans'
import { assistantSettings } from '@typecase/contract/roles'
import { recordCommand } from '@typecase/content/record/define-record'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { assistant, hasRun, plan } from './record.ts'
import { assistantsSection, settingsRoute } from './routes.ts'
import { settingLabels } from './words.ts'

const runs = () => import('./runs.ts')

export const revokeAssistant = recordCommand(assistant, {
  id: 'assistants.revoke',
  title: 'Revoke assistant…',
  aliases: ['Disconnect assistant', 'Remove assistant'],
  keywords: ['ai', 'mcp', 'claude', 'chatgpt', 'end', 'access'],
  icon: 'trash-2',
  effect: 'destructive',
  offer: ({ may_revoke }) => may_revoke || 'Someone else connected it.',
  load: async () => (await runs()).revokeAssistant,
})

const decisionReason = ({ state }: AssistantPlan): string | undefined =>
  state === 'open' || state === 'waiting' ? undefined : 'It is decided already.'

export const reviewPlan = recordCommand(plan, {
  id: 'assistants.review-plan',
  title: 'Review plan of an assistant…',
  aliases: ['Apply plan', 'Confirm plan', 'Waiting for you'],
  keywords: ['ai', 'mcp', 'approve', 'agree', 'waiting'],
  icon: 'list-checks',
  effect: 'write',
  offer: (one) => decisionReason(one) ?? true,
  load: async () => (await runs()).reviewPlan,
})

export const declinePlan = recordCommand(plan, {
  id: 'assistants.decline-plan',
  title: 'Decline plan of an assistant…',
  aliases: ['Reject plan'],
  keywords: ['ai', 'mcp', 'refuse', 'no', 'waiting'],
  icon: 'x',
  effect: 'write',
  offer: (one) => decisionReason(one) ?? true,
  load: async () => (await runs()).declinePlan,
})

export const undoPlan = recordCommand(plan, {
  id: 'assistants.undo-plan',
  title: 'Undo plan of an assistant…',
  aliases: ['Take back what an assistant did'],
  keywords: ['ai', 'mcp', 'revert'],
  icon: 'undo-2',
  effect: 'write',
  offer: (one) => (hasRun(one) ? one.undo !== null || 'It cannot be undone.' : false),
  load: async () => (await runs()).undoPlan,
})

export const settingArgs = () =>
  type({ bucket: 'string', assistants: type.enumerated(...assistantSettings) })

export const setAssistants = defineCommand({
  id: 'assistants.set',
  title: 'Set assistants for this bucket…',
  aliases: ['Turn assistants on or off', 'Limit assistants to drafts'],
  keywords: ['ai', 'mcp', 'allow', 'forbid', 'drafts only'],
  group: assistant.group,
  icon: 'sparkles',
  effect: 'write',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  args: settingArgs,
  defaults: (facts) => ({ bucket: facts['route.bucketSlug'] }),
  ask: {
    assistants: {
      kind: 'choice',
      title: 'Assistants may do',
      choices: assistantSettings.map((value) => ({ value, label: settingLabels[value] })),
    },
  },
  load: async () => (await runs()).setAssistants,
})

export const showChanges = defineCommand({
  id: 'assistants.show-changes',
  title: 'Show what an assistant changed',
  aliases: ['Compare with the last state of a person'],
  keywords: ['ai', 'assistant', 'review', 'differences', 'diff'],
  group: assistant.group,
  icon: 'file-diff',
  effect: 'nav',
  when: and(has('route.objectID'), has('assistants.revision')),
  args: () => type({ object_id: 'string', revision_id: 'string' }),
  defaults: (facts) => ({
    object_id: facts['route.objectID'],
    revision_id: facts['assistants.revision'],
  }),
  load: async () => (await runs()).showChanges,
})

const inList = and(eq('route.id', settingsRoute.id), has(assistant.fact))

export default {
  commands: [
    revokeAssistant,
    setAssistants,
    reviewPlan,
    declinePlan,
    undoPlan,
    showChanges,
    assistantsSection.open,
  ],
  facts: [
    assistant.factDeclaration,
    plan.factDeclaration,
    {
      key: 'assistants.revision',
      title: 'an assistant changed the open object last',
      missing: 'Open an object that an assistant changed last.',
    },
  ],
  keys: [{ keys: 'r', command: revokeAssistant.id, when: inList }],
} satisfies PluginPart
