import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Something scheduled has the focus on the calendar. */
    'schedule.entry': string
    /** Id of the release on screen, or of the row that the keyboard is on. */
    'schedule.release': string
    /** Id of the object that the keyboard is on, on the page of a release. */
    'schedule.released': string
  }
}

export const facts: readonly FactDeclaration[] = [
  {
    key: 'schedule.entry',
    title: 'something scheduled has the focus',
    missing: 'Move to something on the calendar first.',
  },
  {
    key: 'schedule.release',
    title: 'a release is current',
    missing: 'Go to a release first.',
  },
  {
    key: 'schedule.released',
    title: 'an object of a release has the focus',
    missing: 'Move to an object of a release first.',
  },
]
