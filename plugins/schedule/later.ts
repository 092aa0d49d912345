import { isEditing } from '@typecase/content/object-facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not, or } from '@typecase/plugin-sdk/when'

import { newRelease, releaseCommands } from './commands/releases.ts'
import { scheduleCommands } from './commands/schedule.ts'
import { facts } from './record.ts'
import { calendarRoute, releaseRoute, releasesRoute } from './routes.ts'

const onCalendar = eq('route.id', calendarRoute.id)
const onRelease = and(
  or(eq('route.id', releaseRoute.id), eq('route.id', releasesRoute.id)),
  has('schedule.release'),
  not(isEditing),
)
const onReleased = and(eq('route.id', releaseRoute.id), has('schedule.released'))
const onEntry = and(onCalendar, has('schedule.entry'))

export default {
  commands: [...scheduleCommands, ...releaseCommands],
  facts,
  sources: [
    {
      id: 'schedule.releases',
      title: 'Releases',
      prefix: '#',
      order: 6,
      when: has('route.bucketSlug'),
      load: () => import('./release-source.ts'),
    },
  ],
  keys: [
    { keys: ']', command: 'schedule.next', when: onCalendar },
    { keys: '[', command: 'schedule.previous', when: onCalendar },
    { keys: 't', command: 'schedule.today', when: onCalendar },
    { keys: 'd', command: 'schedule.show-day', when: onCalendar },
    { keys: 's', command: 'schedule.schedule-on-day', when: onCalendar },
    { keys: 'v', command: 'schedule.toggle-view', when: onCalendar },
    { keys: 'Shift+ArrowRight', command: 'schedule.day-later', when: onEntry },
    { keys: 'Shift+ArrowLeft', command: 'schedule.day-earlier', when: onEntry },
    { keys: 'Shift+ArrowDown', command: 'schedule.week-later', when: onEntry },
    { keys: 'Shift+ArrowUp', command: 'schedule.week-earlier', when: onEntry },
    { keys: 'm', command: 'schedule.move', when: onEntry },
    { keys: 'Backspace', command: 'schedule.clear', when: onEntry },
    { keys: 'n', command: newRelease.id, when: eq('list.creates', newRelease.id) },
    { keys: 'F2', command: 'schedule.rename-release', when: onRelease },
    { keys: 'm', command: 'schedule.schedule-release', when: onRelease },
    {
      keys: '$mod+Enter',
      command: 'schedule.publish-release',
      when: and(onRelease, not(has('focus.isSendable'))),
    },
    {
      keys: 'Delete',
      command: 'schedule.delete-release',
      when: and(onRelease, not(onReleased)),
    },
    { keys: 'Delete', command: 'schedule.remove-from-release', when: onReleased },
    { keys: 'Backspace', command: 'schedule.remove-from-release', when: onReleased },
  ],
  widgetKeys: [
    {
      id: 'schedule.days',
      title: 'Calendar',
      within: '[data-calendar]',
      keys: [
        { keys: 'ArrowRight', title: 'Next day' },
        { keys: 'ArrowLeft', title: 'Previous day' },
        { keys: 'ArrowDown', title: 'Next week; next entry' },
        { keys: 'ArrowUp', title: 'Previous week; previous entry' },
        { keys: 'Home', title: 'First day of the week' },
        { keys: 'End', title: 'Last day of the week' },
        { keys: 'PageDown', title: 'Next month' },
        { keys: 'PageUp', title: 'Previous month' },
        { keys: 'Enter', title: 'Entries of the day' },
      ],
    },
  ],
} satisfies PluginPart
