import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has } from '@typecase/plugin-sdk/when'

import { scheduleCommands } from './commands/schedule.ts'
import { facts } from './facts.ts'
import { calendarRoute } from './routes.ts'

const onCalendar = eq('route.id', calendarRoute.id)
const onEntry = and(onCalendar, has('schedule.entry'))

export default {
  commands: scheduleCommands,
  facts,
  keys: [
    { keys: ']', command: 'schedule.next', when: onCalendar },
    { keys: '[', command: 'schedule.previous', when: onCalendar },
    { keys: 't', command: 'schedule.today', when: onCalendar },
    { keys: 'v', command: 'schedule.toggle-view', when: onCalendar },
    { keys: 'Shift+ArrowRight', command: 'schedule.day-later', when: onEntry },
    { keys: 'Shift+ArrowLeft', command: 'schedule.day-earlier', when: onEntry },
    { keys: 'Shift+ArrowDown', command: 'schedule.week-later', when: onEntry },
    { keys: 'Shift+ArrowUp', command: 'schedule.week-earlier', when: onEntry },
    { keys: 'm', command: 'schedule.move', when: onEntry },
    { keys: 'Backspace', command: 'schedule.clear', when: onEntry },
  ],
} satisfies PluginPart
