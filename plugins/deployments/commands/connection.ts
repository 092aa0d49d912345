import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { token } from '@typecase/plugin-sdk/token'
import { and, can, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

/** The section of the settings with the token. */
export interface VercelForm {
  /** Moves the focus into the field of the token. */
  focusToken(): void
}
export const vercelForm = token<VercelForm>('deployments.vercel-form', 1)

const mayConnect = and(has('route.bucketSlug'), can('bucket:settings'))
const runs = () => import('./connection-runs.ts')
const ofPage = (facts: FactValues) => ({ bucket: facts['route.bucketSlug'] })

/** Only goes to the form: a token is no argument, since arguments are kept among the recents. */
export const connectVercel = defineCommand({
  id: 'deployments.connect',
  title: 'Connect Vercel…',
  aliases: ['Add Vercel token', 'Replace Vercel token'],
  keywords: ['hosting', 'deployments', 'set up'],
  icon: 'plug',
  when: mayConnect,
  effect: 'nav',
  load: async () => (await runs()).connectVercel,
})

export const disconnectArgs = () => type({ bucket: 'string' })

export const disconnectVercel = defineCommand({
  id: 'deployments.disconnect',
  title: 'Disconnect Vercel…',
  aliases: ['Remove Vercel token'],
  keywords: ['hosting', 'deployments'],
  icon: 'unlink',
  when: mayConnect,
  effect: 'destructive',
  args: disconnectArgs,
  defaults: ofPage,
  load: async () => (await runs()).disconnectVercel,
})

export const linkArgs = () => type({ bucket: 'string', project_id: 'string' })

export const linkProject = defineCommand({
  id: 'deployments.link',
  title: 'Link Vercel project…',
  aliases: ['Add Vercel project'],
  keywords: ['deployments', 'site', 'show'],
  icon: 'link',
  when: and(mayConnect, not(has('deployments.linkRefusal'))),
  why: (facts) =>
    facts.can?.has('bucket:settings') ? facts['deployments.linkRefusal'] : undefined,
  effect: 'write',
  args: linkArgs,
  defaults: ofPage,
  ask: {
    project_id: {
      kind: 'picker',
      title: 'Vercel project',
      placeholder: 'Which project on Vercel?',
      search: async (query, context) => (await import('./rows.ts')).projectRows(query, context),
    },
  },
  load: async () => (await runs()).linkProject,
})

export const unlinkProject = defineCommand({
  id: 'deployments.unlink',
  title: 'Unlink Vercel project…',
  aliases: ['Remove Vercel project'],
  keywords: ['deployments', 'site', 'hide'],
  icon: 'unlink',
  when: mayConnect,
  effect: 'write',
  args: linkArgs,
  defaults: (facts) => ({ ...ofPage(facts), project_id: facts['deployments.project'] }),
  ask: {
    project_id: {
      kind: 'picker',
      title: 'Vercel project',
      placeholder: 'Which linked project?',
      search: async (query, context) => (await import('./rows.ts')).linkRows(query, context),
    },
  },
  load: async () => (await runs()).unlinkProject,
})

export const connectionCommands: readonly AnyCommand[] = [
  connectVercel,
  disconnectVercel,
  linkProject,
  unlinkProject,
]
