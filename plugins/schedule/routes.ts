import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** What is scheduled in a bucket; `day` is a day of the month or week on screen, today's unless given. */
export const calendarRoute = route({
  id: 'schedule.calendar',
  mount: 'bucket',
  path: 'calendar',
  title: 'Schedule',
  search: () => type({ 'view?': "'month' | 'week'", 'day?': 'string' }),
  load: () => import('./views/calendar-page.tsx'),
})

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
