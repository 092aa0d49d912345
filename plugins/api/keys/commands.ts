import { bucketSettings } from '@typecase/content/slots'
import { bucketKeyNames, FORMER_KEY_HOURS } from '@typecase/contract/buckets'
import type { AskChoice } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactDeclaration, FactValues } from '@typecase/plugin-sdk/facts'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { token } from '@typecase/plugin-sdk/token'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { apiRoute } from '../routes.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** The focused bucket key, or else the first one, while keys are on screen. */
    'api.key': string
  }
}

/** The section of the settings with the keys, for commands. */
export interface KeysPage {
  toggle(key: string): void
}
export const keysPage = token<KeysPage>('api.keys-page', 1)

const group = 'Keys'
const seesKeys = and(has('route.bucketSlug'), can('types:write'))
const changesKeys = and(has('route.bucketSlug'), can('bucket:settings'))

export const facts: readonly FactDeclaration[] = [
  {
    key: 'api.key',
    title: 'keys are on screen',
    missing: 'Open the keys in the settings first.',
  },
]

const keyName = () => type.enumerated(...bucketKeyNames)
const ofPage = (values: FactValues) => ({
  bucket: values['route.bucketSlug'],
  key: bucketKeyNames.find((name) => name === values['api.key']),
})

const askKey: AskChoice = {
  kind: 'choice',
  title: 'Key',
  choices: [
    { value: 'read', label: 'Read key', help: 'Reads what is published' },
    { value: 'preview', label: 'Preview key', help: 'Reads drafts too' },
    { value: 'write', label: 'Write key', help: 'Changes everything' },
  ],
}

export const showKeyArgs = () => type({ key: keyName() })

export const showKey = defineCommand({
  id: 'api.show-key',
  title: 'Show or hide key',
  keywords: ['reveal', 'secret', 'read key', 'preview key', 'write key'],
  group,
  icon: 'eye',
  when: and(has('api.key'), seesKeys),
  effect: 'none',
  args: showKeyArgs,
  defaults: ofPage,
  ask: { key: askKey },
  runNow: ({ key }, { page }) => page(keysPage)?.toggle(key),
})

export const keyArgs = () => type({ bucket: 'string', key: keyName() })

export const copyKey = defineCommand({
  id: 'api.copy-key',
  title: 'Copy key…',
  keywords: ['clipboard', 'read key', 'preview key', 'write key', 'api', 'token'],
  group,
  icon: 'copy',
  when: seesKeys,
  effect: 'none',
  args: keyArgs,
  defaults: ofPage,
  ask: { key: askKey },
  load: async () => (await import('./runs.ts')).copyKey,
})

export const resetKeyArgs = () =>
  type({
    bucket: 'string',
    key: keyName(),
    /** Hours for which the old key stays valid. */
    hours: '0 <= number.integer <= 168',
  })

export const resetKey = defineCommand({
  id: 'api.reset-key',
  title: 'Reset key…',
  keywords: ['rotate', 'replace', 'new', 'leaked', 'read key', 'preview key', 'write key'],
  group,
  icon: 'rotate-ccw',
  when: changesKeys,
  effect: 'destructive',
  args: resetKeyArgs,
  defaults: ofPage,
  ask: {
    key: askKey,
    hours: {
      kind: 'choice',
      title: 'Old key',
      help: 'The new key works at once.',
      choices: [
        { value: 48, label: 'Works for another 48 hours', help: 'Nothing breaks while you deploy' },
        { value: 24, label: 'Works for another 24 hours' },
        { value: FORMER_KEY_HOURS, label: 'Works for another 7 days' },
        { value: 0, label: 'Stops now', help: 'For a key that leaked' },
      ],
    },
  },
  load: async () => (await import('./runs.ts')).resetKey,
})

export const formerKeyArgs = () =>
  type({ bucket: 'string', key: keyName(), hours: '0 <= number.integer <= 168' })

export const changeFormerKey = defineCommand({
  id: 'api.change-former-key',
  title: 'Change when an old key stops…',
  keywords: ['former', 'replaced', 'grace', 'end', 'extend', 'read key', 'write key'],
  group,
  icon: 'clock',
  when: changesKeys,
  effect: 'destructive',
  args: formerKeyArgs,
  defaults: ofPage,
  ask: {
    key: askKey,
    hours: {
      kind: 'choice',
      title: 'Old key',
      choices: [
        { value: 0, label: 'Stops now' },
        { value: 24, label: 'Works for another 24 hours' },
        { value: 48, label: 'Works for another 48 hours' },
        { value: FORMER_KEY_HOURS, label: 'Works for another 7 days' },
      ],
    },
  },
  load: async () => (await import('./runs.ts')).changeFormerKey,
})

export const keyCommands: readonly AnyCommand[] = [showKey, copyKey, resetKey, changeFormerKey]

const when = and(
  has('api.key'),
  or(eq('route.id', sectionRoute(bucketSettings).id), eq('route.id', apiRoute.id)),
)
export const keyBindings: readonly KeyBinding[] = [
  { keys: 's', command: showKey.id, when },
  { keys: 'c', command: copyKey.id, when },
  { keys: 'Shift+R', command: resetKey.id, when },
]
