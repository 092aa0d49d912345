import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the webhook on screen, or of the row that the keyboard is on. */
    'webhooks.webhook': string
    /** Id of the delivery that is open, or that the keyboard is on. */
    'webhooks.delivery': string
  }
}

export const facts: readonly FactDeclaration[] = [
  { key: 'webhooks.webhook', title: 'a webhook is current', missing: 'Go to a webhook first.' },
  {
    key: 'webhooks.delivery',
    title: 'a delivery is current',
    missing: 'Go to a delivery of a webhook first.',
  },
]
