import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { recordCommand } from '@typecase/content/record/define-record'
import { bucketSettings } from '@typecase/content/slots'
import type { AskNumber } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { sectionRoute } from '@typecase/plugin-sdk/section'
import { and, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { backup, whyEmpty } from './record.ts'
import { backupsSection } from './sections.ts'
import { formatHour, weekdays } from './words.ts'

const runs = () => import('./runs.ts')
const { group, when } = backup

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

export const restoreBackup = recordCommand(backup, {
  id: 'backups.restore',
  title: 'Restore backup…',
  aliases: ['Go back to backup', 'Bring back backup'],
  keywords: ['restore yesterday', 'snapshot', 'replace', 'rewind', 'recover', 'lost', 'roll back'],
  icon: 'archive-restore',
  effect: 'destructive',
  isAlwaysPlanned: true,
  offer: (item) => whyEmpty(item) ?? true,
  load: async () => (await runs()).restoreBackup,
})

export const downloadBackup = recordCommand(backup, {
  id: 'backups.download',
  title: 'Download backup…',
  aliases: ['Export backup'],
  keywords: ['zip', 'file', 'save', 'bucket.json', 'media', 'snapshot'],
  icon: 'download',
  effect: 'none',
  offer: (item) => whyEmpty(item) ?? true,
  load: async () => (await runs()).downloadBackup,
})

export const deleteBackup = recordCommand(backup, {
  id: 'backups.delete',
  title: 'Delete backup…',
  aliases: ['Remove backup'],
  keywords: ['snapshot', 'free', 'storage'],
  icon: 'trash-2',
  effect: 'destructive',
  offer: ({ state }) =>
    state !== 'running' || 'This backup is still running. Cancel its job first.',
  load: async () => (await runs()).deleteBackup,
})

/** An undo passes the bucket, and all earlier settings. */
export const scheduleArgs = () =>
  type({
    frequency: "'day' | 'week' | 'off'",
    'weekday?': '1 <= number.integer <= 7',
    'hour?': '0 <= number.integer <= 23',
    'keep_daily?': '1 <= number.integer <= 31',
    'keep_weekly?': '0 <= number.integer <= 52',
    'bucket?': 'string',
  })

const isOn = ({ frequency }: JsonObject) => frequency !== 'off'

const askCount = (
  key: 'keep_daily' | 'keep_weekly',
  ask: Pick<AskNumber, 'title' | 'placeholder' | 'help' | 'isNeeded'>,
): AskNumber => ({
  kind: 'number',
  ...ask,
  initial: async ({ services, facts }) => {
    const schedule = await (await runs()).readSchedule(services, bucketSlugOf(facts))
    return String(schedule[key])
  },
})

export const setSchedule = defineCommand({
  id: 'backups.set-schedule',
  title: 'Set backup schedule…',
  aliases: ['Turn on backups', 'Turn off backups', 'Back up daily', 'Back up weekly'],
  keywords: ['automatic', 'retention', 'interval', 'every day', 'keep', 'nightly'],
  group,
  when,
  icon: 'calendar-clock',
  effect: 'write',
  args: scheduleArgs,
  ask: {
    frequency: {
      kind: 'choice',
      title: 'How often',
      placeholder: 'How often is the bucket backed up?',
      choices: [
        { value: 'day', label: 'Daily' },
        { value: 'week', label: 'Weekly' },
        { value: 'off', label: 'Off', help: 'Existing backups are kept.' },
      ],
    },
    weekday: {
      kind: 'choice',
      title: 'On',
      placeholder: 'On which day?',
      isNeeded: ({ frequency }) => frequency === 'week',
      choices: weekdays.map((label, index) => ({ value: index + 1, label })),
    },
    hour: {
      kind: 'choice',
      title: 'At',
      placeholder: 'At which hour?',
      isNeeded: isOn,
      choices: Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: formatHour(hour) })),
    },
    keep_daily: askCount('keep_daily', {
      title: 'Days kept',
      placeholder: 'How many daily backups are kept?',
      help: '1 to 31.',
      isNeeded: ({ frequency }) => frequency === 'day',
    }),
    keep_weekly: askCount('keep_weekly', {
      title: 'Weeks kept',
      placeholder: 'How many weekly backups are kept?',
      help: '0 to 52.',
      isNeeded: isOn,
    }),
  },
  load: async () => (await runs()).setSchedule,
})

const onPage = and(
  eq('route.id', sectionRoute(bucketSettings).id),
  eq('list.creates', addBackup.id),
)
const inList = and(onPage, has(backup.fact))

export default {
  commands: [
    addBackup,
    restoreBackup,
    downloadBackup,
    deleteBackup,
    setSchedule,
    backupsSection.open,
  ],
  facts: [backup.factDeclaration],
  keys: [
    { keys: 'n', command: addBackup.id, when: eq('list.creates', addBackup.id) },
    { keys: 'e', command: setSchedule.id, when: onPage },
    { keys: 'd', command: downloadBackup.id, when: inList },
    { keys: 'Delete', command: deleteBackup.id, when: inList },
  ],
} satisfies PluginPart
