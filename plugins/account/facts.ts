import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Signing in asks for a one-time code. */
    'account.hasTwoStep': boolean
    /** A new address waits to be confirmed. */
    'account.hasNewEmail': boolean
  }
}

export const accountFacts: readonly FactDeclaration[] = [
  {
    key: 'account.hasTwoStep',
    title: 'two-step sign-in is on',
    missing: 'Two-step sign-in is off.',
  },
  {
    key: 'account.hasNewEmail',
    title: 'a new e-mail address waits to be confirmed',
    missing: 'No new e-mail address waits to be confirmed.',
  },
]
