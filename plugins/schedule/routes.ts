import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'

import type { Entry, View } from './calendar/days.ts'

/** The schedule of a bucket. `day` is a day of the month or week on screen; by default today. */
export const calendarRoute = route({
  id: 'schedule.calendar',
  mount: 'bucket',
  path: 'calendar',
  title: 'Schedule',
  search: () => type({ 'view?': "'month' | 'week'", 'day?': 'string' }),
  load: () => import('./views/calendar-page.tsx'),
})

/** The calendar on screen, for commands. */
export interface Calendar {
  /** The focused entry. */
  readonly entry: Entry | undefined
  /** Finds an entry on screen by its id. */
  find(id: string): Entry | undefined
  /** The day in the panel next to the calendar. */
  readonly day: Date
  showDay(day: Date): void
  turn(by: 1 | -1): void
  today(): void
  show(view: View): void
  readonly view: View
}
export const calendarPage = token<Calendar>('schedule.calendar', 1)

export const releasesRoute = route({
  id: 'schedule.releases',
  mount: 'bucket',
  path: 'releases',
  title: 'Releases',
  load: () => import('./views/release-list.tsx'),
})

export const releaseRoute = route({
  id: 'schedule.release',
  mount: 'bucket',
  path: 'releases/$releaseID',
  title: 'Release',
  search: () => type({ 'skip?': 'number.integer >= 0' }),
  load: () => import('./views/release-page.tsx'),
})
