import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Session } from '@typecase/plugin-sdk/services'
import { and, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { profile, signIn, tokens } from './sections.ts'
import * as waysIn from './ways-in/commands.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether signing in requires a one-time code. */
    'account.hasTwoStep': boolean
    /** Whether a new address is waiting to be confirmed. */
    'account.hasNewEmail': boolean
  }
}

const accountFacts: readonly FactDeclaration[] = [
  {
    key: 'account.hasTwoStep',
    title: 'two-step sign-in is on',
    missing: 'Two-step sign-in is off.',
  },
  {
    key: 'account.hasNewEmail',
    title: 'a new e-mail address is waiting for confirmation',
    missing: 'No new e-mail address is waiting for confirmation.',
  },
]

const isLoggedIn = has('session.isLoggedIn')

export const openAccount = defineCommand({
  id: 'account.open',
  title: 'Go to account',
  keywords: ['profile', 'name', 'settings', 'me'],
  icon: 'user',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await import('./runs.ts')).openAccount,
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
    first_name: {
      kind: 'text',
      title: 'First name',
      initial: async ({ services }) => services.get(Session).getSnapshot().data?.first_name,
    },
    last_name: {
      kind: 'text',
      title: 'Last name',
      initial: async ({ services }) => services.get(Session).getSnapshot().data?.last_name,
    },
  },
  load: async () => (await import('./runs.ts')).changeName,
})

export const removePicture = defineCommand({
  id: 'account.remove-picture',
  title: 'Remove my picture',
  aliases: ['Show my initials'],
  keywords: ['photo', 'image', 'portrait'],
  icon: 'trash-2',
  when: isLoggedIn,
  effect: 'write',
  load: async () => (await import('./runs.ts')).removePicture,
})

/** `avatar` is an earlier picture that an undo restores; empty for the initials. */
export const uploadPictureArgs = () =>
  type({
    'file?': { fileId: 'string', name: 'string', size: 'number', type: 'string' },
    'avatar?': 'string <= 500',
  })

export const uploadPicture = defineCommand({
  id: 'account.upload-picture',
  title: 'Upload my picture…',
  aliases: ['Upload avatar'],
  keywords: ['avatar', 'photo', 'image', 'portrait', 'profile'],
  icon: 'upload',
  when: isLoggedIn,
  effect: 'write',
  args: uploadPictureArgs,
  ask: {
    file: {
      kind: 'file',
      title: 'Picture',
      placeholder: 'Which picture?',
      isNeeded: ({ avatar }) => avatar === undefined,
    },
  },
  load: async () => (await import('./runs.ts')).uploadPicture,
})

export const changeEmail = defineCommand({
  id: 'account.change-email',
  title: 'Change e-mail…',
  keywords: ['address', 'mail', 'email'],
  icon: 'mail',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await import('./runs.ts')).changeEmail,
})

export const resendEmail = defineCommand({
  id: 'account.resend-email',
  title: 'Send the confirmation again',
  keywords: ['e-mail', 'email', 'address', 'verify', 'link'],
  icon: 'mail',
  when: and(isLoggedIn, has('account.hasNewEmail')),
  effect: 'write',
  load: async () => (await import('./runs.ts')).resendEmail,
})

export const cancelEmail = defineCommand({
  id: 'account.cancel-email',
  title: 'Cancel the e-mail change',
  keywords: ['email', 'address', 'keep'],
  icon: 'x',
  when: and(isLoggedIn, has('account.hasNewEmail')),
  effect: 'write',
  load: async () => (await import('./runs.ts')).cancelEmail,
})

export const changePassword = defineCommand({
  id: 'account.change-password',
  title: 'Change password…',
  keywords: ['forgot', 'reset', 'security', 'credentials'],
  icon: 'key',
  when: isLoggedIn,
  effect: 'nav',
  load: async () => (await import('./runs.ts')).changePassword,
})

const hasTwoStep = has('account.hasTwoStep')
const otherNames = ['2fa', 'two-factor', 'mfa', 'otp', 'totp', 'authenticator', 'security']

export const setUpTwoStep = defineCommand({
  id: 'account.set-up-two-step',
  title: 'Set up two-step sign-in…',
  keywords: ['turn on', 'enable', 'qr code', ...otherNames],
  icon: 'shield',
  order: 95,
  when: and(isLoggedIn, not(hasTwoStep)),
  why: (facts) => (facts['account.hasTwoStep'] ? 'Two-step sign-in is already on.' : undefined),
  effect: 'nav',
  load: async () => (await import('./runs.ts')).setUpTwoStep,
})

export const newRecoveryCodes = defineCommand({
  id: 'account.new-recovery-codes',
  title: 'New recovery codes…',
  keywords: ['backup', 'regenerate', ...otherNames],
  icon: 'refresh-cw',
  order: 95,
  when: and(isLoggedIn, hasTwoStep),
  effect: 'nav',
  load: async () => (await import('./runs.ts')).newRecoveryCodes,
})

export const turnOffTwoStep = defineCommand({
  id: 'account.turn-off-two-step',
  title: 'Turn off two-step sign-in…',
  keywords: ['disable', 'remove', ...otherNames],
  icon: 'shield',
  order: 95,
  when: and(isLoggedIn, hasTwoStep),
  effect: 'nav',
  load: async () => (await import('./runs.ts')).turnOffTwoStep,
})

export const logOutOthers = defineCommand({
  id: 'account.log-out-others',
  title: 'Log out everywhere else',
  keywords: ['sessions', 'devices', 'sign out', 'security'],
  icon: 'log-out',
  when: isLoggedIn,
  effect: 'write',
  load: async () => (await import('./runs.ts')).logOutOthers,
})

export const deactivate = defineCommand({
  id: 'account.deactivate',
  title: 'Deactivate account…',
  keywords: ['delete', 'close', 'remove'],
  icon: 'user-x',
  when: isLoggedIn,
  // The page asks for the password, because the palette would store it among the recent commands.
  effect: 'nav',
  load: async () => (await import('./runs.ts')).deactivate,
})

export default {
  commands: [
    openAccount,
    changeName,
    removePicture,
    uploadPicture,
    changeEmail,
    resendEmail,
    cancelEmail,
    changePassword,
    setUpTwoStep,
    newRecoveryCodes,
    turnOffTwoStep,
    logOutOthers,
    waysIn.endSession,
    waysIn.addPasskey,
    waysIn.renamePasskey,
    waysIn.removePasskey,
    waysIn.addToken,
    waysIn.deleteToken,
    waysIn.linkProvider,
    waysIn.unlinkProvider,
    deactivate,
    profile.open,
    signIn.open,
    tokens.open,
  ],
  facts: accountFacts,
} satisfies PluginPart
