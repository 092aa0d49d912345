import { bucketSettings } from '@typecase/content/slots'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { and, eq, has } from '@typecase/plugin-sdk/when'

import { addBackup, backupCommands, deleteBackup, downloadBackup } from './commands/backups.ts'
import { scheduleCommands, setSchedule } from './commands/schedule.ts'
import { facts } from './facts.ts'
import { backupsSection } from './sections.ts'

const onPage = and(
  eq('route.id', sectionRoute(bucketSettings).id),
  eq('list.creates', addBackup.id),
)
const inList = and(onPage, has('backups.backup'))

export default {
  commands: [...backupCommands, ...scheduleCommands, backupsSection.open],
  facts,
  keys: [
    { keys: 'n', command: addBackup.id, when: eq('list.creates', addBackup.id) },
    { keys: 'e', command: setSchedule.id, when: onPage },
    { keys: 'd', command: downloadBackup.id, when: inList },
    { keys: 'Delete', command: deleteBackup.id, when: inList },
  ],
} satisfies PluginPart
