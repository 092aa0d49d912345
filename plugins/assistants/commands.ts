import { assistantSettings } from '@typecase/contract/roles'
import { recordCommand } from '@typecase/content/record/define-record'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { assistant } from './record.ts'
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

const inList = and(eq('route.id', settingsRoute.id), has(assistant.fact))

export default {
  commands: [revokeAssistant, setAssistants, assistantsSection.open],
  facts: [assistant.factDeclaration],
  keys: [{ keys: 'r', command: revokeAssistant.id, when: inList }],
} satisfies PluginPart
