import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the backup that the keyboard is on. */
    'backups.backup': string
  }
}

export const facts: readonly FactDeclaration[] = [
  { key: 'backups.backup', title: 'a backup is current', missing: 'Go to a backup first.' },
]
