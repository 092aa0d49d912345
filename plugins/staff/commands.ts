import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { all } from './sections.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether staff is viewing the account as support. */
    'staff.isSupporting': boolean
  }
}

export const supportArgs = () => type({ user_id: 'string', reason: '3 <= string <= 500' })

export const startSupport = defineCommand({
  id: 'staff.start-support',
  title: 'See what a user sees…',
  aliases: ['Act as support'],
  keywords: ['help', 'impersonate', 'read only', 'account'],
  icon: 'eye',
  when: has('session.isStaff'),
  effect: 'write',
  args: supportArgs,
  ask: {
    user_id: {
      kind: 'picker',
      title: 'User',
      placeholder: 'Whose account?',
      search: async (query, context) => (await import('./runs.ts')).userRows(query, context),
    },
    reason: {
      kind: 'text',
      title: 'Reason',
      placeholder: 'Why? The user sees it in their account activity.',
    },
  },
  load: async () => (await import('./runs.ts')).startSupport,
})

export const endSupport = defineCommand({
  id: 'staff.end-support',
  title: 'End support',
  aliases: ['Back to my account'],
  keywords: ['leave', 'impersonate'],
  icon: 'log-out',
  when: has('staff.isSupporting'),
  effect: 'nav',
  load: async () => (await import('./runs.ts')).endSupport,
})

export default {
  commands: [startSupport, endSupport, ...all.map((section) => section.open)],
  facts: [
    {
      key: 'staff.isSupporting',
      title: 'an account is seen as support',
      missing: 'You are in your own account.',
    },
  ],
} satisfies PluginPart
