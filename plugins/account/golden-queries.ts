import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'session.isLoggedIn': true }
const on = { ...facts, 'account.hasTwoStep': true }
const waiting = { ...facts, 'account.hasNewEmail': true }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'account', expect: 'account.open', facts },
  { query: 'profile', expect: 'account.open', facts },
  { query: 'change name', expect: 'account.change-name', facts },
  { query: 'avatar', expect: 'account.upload-picture', facts },
  { query: 'remove my picture', expect: 'account.remove-picture', facts },
  { query: 'initials', expect: 'account.remove-picture', facts },
  { query: 'upload avatar', expect: 'account.upload-picture', facts },
  { query: 'upload my picture', expect: 'account.upload-picture', facts },
  { query: 'change email', expect: 'account.change-email', facts },
  { query: 'change pass', expect: 'account.change-password', facts },
  { query: 'send confirmation', expect: 'account.resend-email', facts: waiting },
  { query: 'cancel email', expect: 'account.cancel-email', facts: waiting },
  { query: '2fa', expect: 'account.set-up-two-step', facts },
  { query: 'two-step', expect: 'account.set-up-two-step', facts },
  { query: 'set up two', expect: 'account.set-up-two-step', facts },
  { query: 'recovery codes', expect: 'account.new-recovery-codes', facts: on },
  { query: 'turn off two', expect: 'account.turn-off-two-step', facts: on },
  { query: 'disable 2fa', expect: 'account.turn-off-two-step', facts: on },
  { query: 'log out every', expect: 'account.log-out-others', facts },
  { query: 'end session', expect: 'account.end-session', facts },
  { query: 'add passkey', expect: 'account.add-passkey', facts },
  { query: 'fingerprint', expect: 'account.add-passkey', facts },
  { query: 'rename passkey', expect: 'account.rename-passkey', facts },
  { query: 'remove passkey', expect: 'account.remove-passkey', facts },
  { query: 'add access token', expect: 'account.add-token', facts },
  { query: 'personal access', expect: 'account.add-token', facts },
  { query: 'delete access token', expect: 'account.delete-token', facts },
  { query: 'link google', expect: 'account.link-provider', facts },
  { query: 'link github', expect: 'account.link-provider', facts },
  { query: 'unlink', expect: 'account.unlink-provider', facts },
  { query: 'access tokens settings', expect: 'account.open-tokens-settings', facts },
  { query: 'deactiv', expect: 'account.deactivate', facts },
  { query: 'name and theme', expect: 'account.open-profile-settings', facts },
  { query: 'sign-in settings', expect: 'account.open-sign-in-settings', facts },
]
