import type { AskNumber } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { type } from 'arktype'

import { formatHour, weekdays } from '../words.ts'
import { group, when } from './backups.ts'

const runs = () => import('./schedule-runs.ts')

export const scheduleArgs = () =>
  type({
    frequency: "'day' | 'week' | 'off'",
    'weekday?': '1 <= number.integer <= 7',
    'hour?': '0 <= number.integer <= 23',
    'keep_daily?': '1 <= number.integer <= 31',
    'keep_weekly?': '0 <= number.integer <= 52',
  })

const isOn = ({ frequency }: JsonObject) => frequency !== 'off'

const askKept = (
  key: 'keep_daily' | 'keep_weekly',
  ask: Pick<AskNumber, 'title' | 'placeholder' | 'help' | 'isNeeded'>,
): AskNumber => ({
  kind: 'number',
  ...ask,
  initial: async (context) => String(await (await runs()).readKept(key, context)),
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
        { value: 'off', label: 'Off', help: 'Backups that are there are kept.' },
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
    keep_daily: askKept('keep_daily', {
      title: 'Days kept',
      placeholder: 'Of how many days is the backup kept?',
      help: '1 to 31.',
      isNeeded: ({ frequency }) => frequency === 'day',
    }),
    keep_weekly: askKept('keep_weekly', {
      title: 'Weeks kept',
      placeholder: 'Of how many weeks is the last backup kept?',
      help: '0 to 52.',
      isNeeded: isOn,
    }),
  },
  load: async () => (await runs()).setSchedule,
})

export const putArgs = () =>
  type({
    bucket: 'string',
    data: {
      is_on: 'boolean',
      every: "'day' | 'week'",
      weekday: 'number.integer',
      hour: 'number.integer',
      keep_daily: 'number.integer',
      keep_weekly: 'number.integer',
    },
  })

/** Run by the undo of a change. */
export const putSchedule = defineCommand({
  id: 'backups.put-schedule',
  title: 'Save backup schedule',
  group,
  when,
  icon: 'calendar-clock',
  isInternal: true,
  effect: 'write',
  args: putArgs,
  load: async () => (await runs()).putSchedule,
})

export const scheduleCommands: readonly AnyCommand[] = [setSchedule, putSchedule]
