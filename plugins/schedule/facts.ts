import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Something scheduled has the focus on the calendar. */
    'schedule.entry': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'schedule.entry',
    title: 'something scheduled has the focus',
    missing: 'Move to something on the calendar first.',
  },
]
