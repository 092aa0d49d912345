import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const historyRoute = route({
  id: 'jobs.history',
  mount: 'bucket',
  path: 'history',
  title: 'History',
  search: () =>
    type({
      'kind?': 'string',
      'by?': 'string',
      'state?': 'string',
      'since?': 'string',
      'object?': 'string',
    }),
  load: () => import('./views/history.tsx'),
})

/** One change set with its changes; `skip` counts objects. */
export const changeRoute = route({
  id: 'jobs.change',
  mount: 'bucket',
  path: 'history/changes/$changeSetID',
  title: 'Change',
  search: () => type({ 'skip?': 'number.integer >= 0' }),
  load: () => import('./views/change-page.tsx'),
})

/** A job without a change set, or without one yet. */
export const jobRoute = route({
  id: 'jobs.job',
  mount: 'bucket',
  path: 'history/jobs/$jobID',
  title: 'Job',
  load: () => import('./views/job-page.tsx'),
})
