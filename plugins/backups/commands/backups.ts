import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

export const group = 'Backups'
export const when = and(has('route.bucketSlug'), can('bucket:settings'))

const runs = () => import('./backups-runs.ts')
const rows = () => import('./picker-rows.ts')

export const addBackup = defineCommand({
  id: 'backups.add',
  title: 'Back up now',
  aliases: ['Make backup', 'New backup', 'Create backup'],
  keywords: ['snapshot', 'save', 'copy', 'bucket'],
  group,
  when,
  icon: 'archive',
  effect: 'write',
  load: async () => (await runs()).addBackup,
})

export const backupArgs = () => type({ backup_id: 'string' })

/** The row that the keyboard is on. */
const currentBackup = (facts: FactValues) => ({ backup_id: facts['backups.backup'] })

const askBackup = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Backup',
  placeholder: 'Which backup?',
  search,
})
const askMade = askBackup(async (query, context) => (await rows()).madeRows(query, context))
const askAny = askBackup(async (query, context) => (await rows()).backupRows(query, context))

export const restoreBackup = defineCommand({
  id: 'backups.restore',
  title: 'Restore backup…',
  aliases: ['Go back to backup', 'Bring back backup'],
  keywords: ['restore yesterday', 'snapshot', 'replace', 'rewind', 'recover', 'lost', 'roll back'],
  group,
  when,
  icon: 'archive-restore',
  effect: 'destructive',
  isAlwaysPlanned: true,
  args: backupArgs,
  defaults: currentBackup,
  ask: { backup_id: askMade },
  load: async () => (await runs()).restoreBackup,
})

export const downloadBackup = defineCommand({
  id: 'backups.download',
  title: 'Download backup…',
  aliases: ['Export backup'],
  keywords: ['zip', 'file', 'save', 'bucket.json', 'media', 'snapshot'],
  group,
  when,
  icon: 'download',
  effect: 'none',
  args: backupArgs,
  defaults: currentBackup,
  ask: { backup_id: askMade },
  load: async () => (await runs()).downloadBackup,
})

export const deleteBackup = defineCommand({
  id: 'backups.delete',
  title: 'Delete backup…',
  aliases: ['Remove backup'],
  keywords: ['snapshot', 'free', 'storage'],
  group,
  when,
  icon: 'trash-2',
  effect: 'destructive',
  args: backupArgs,
  defaults: currentBackup,
  ask: { backup_id: askAny },
  load: async () => (await runs()).deleteBackup,
})

export const backupCommands: readonly AnyCommand[] = [
  addBackup,
  restoreBackup,
  downloadBackup,
  deleteBackup,
]
