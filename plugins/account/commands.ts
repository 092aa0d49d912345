import { PASSWORD_MIN } from '@typecase/contract/users'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const isLoggedIn = has('session.isLoggedIn')

export const openAccount = defineCommand({
  id: 'account.open',
  title: 'Go to account',
  keywords: ['profile', 'name', 'avatar', 'settings', 'me'],
  icon: 'user',
  when: isLoggedIn,
  effect: 'nav',
  load: () => import('./commands/open-account.ts'),
})

export const changeNameArgs = () =>
  type({ first_name: 'string <= 100', last_name: 'string <= 100' })

export const changeName = defineCommand({
  id: 'account.change-name',
  title: 'Change name…',
  keywords: ['rename', 'first', 'last'],
  icon: 'user',
  when: isLoggedIn,
  effect: 'write',
  args: changeNameArgs,
  ask: {
    first_name: { kind: 'text', title: 'First name' },
    last_name: { kind: 'text', title: 'Last name' },
  },
  load: () => import('./commands/change-name.ts'),
})

export const deactivateArgs = () => type({ confirmation: "'deactivate'" })

export const deactivate = defineCommand({
  id: 'account.deactivate',
  title: 'Deactivate account…',
  keywords: ['delete', 'close', 'remove'],
  icon: 'user-x',
  when: isLoggedIn,
  effect: 'write',
  args: deactivateArgs,
  ask: {
    confirmation: {
      kind: 'confirm',
      title: 'Deactivate your account',
      help: 'You are signed out everywhere at once. Your projects stay with their other members.',
      phrase: 'deactivate',
    },
  },
  load: () => import('./commands/deactivate.ts'),
})

export const accountCommands: readonly AnyCommand[] = [openAccount, changeName, deactivate]

/** Shown under password fields. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters; a sentence is best.`
