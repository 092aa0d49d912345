import { bucketSettings } from '@typecase/content/slots'
import { route } from '@typecase/plugin-sdk/route'
import { section, sectionRoute } from '@typecase/plugin-sdk/section'
import { token } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/**
 * Deployments of a linked project, by default the first one. `until`, in UNIX ms, limits them to earlier ones. `log` is
 * the deployment with the open log.
 */
export const deploymentsRoute = route({
  id: 'deployments.list',
  mount: 'bucket',
  path: 'deployments',
  title: 'Deployments',
  search: () =>
    type({ 'vercelProjectId?': 'string', 'until?': 'number.integer >= 0', 'log?': 'string' }),
  load: () => import('./views/deployment-list.tsx'),
})

export const settingsRoute = sectionRoute(bucketSettings)

export const vercelSection = section(bucketSettings, {
  id: 'deployments.deployments',
  title: 'Deployments',
  icon: 'rocket',
  order: 60,
  keywords: ['vercel', 'hosting', 'token', 'site', 'projects'],
  when: has('route.bucketSlug'),
  load: () => import('./views/vercel-section.tsx'),
})

/** The section of the settings with the token, for commands. */
export interface VercelForm {
  /** Focuses the field for the token. */
  focusToken(): void
}
export const vercelForm = token<VercelForm>('deployments.vercel-form', 1)
