import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `open` opens a dialog over the page. */
const search = () => type({ 'open?': "'card' | 'auto-reload' | 'invoices' | 'purchases'" })
export type OpenDialog = 'card' | 'auto-reload' | 'invoices' | 'purchases'

/** The billing page of the current workspace. */
export const workspaceBillingRoute = route({
  id: 'billing.workspace',
  mount: 'workspace',
  path: 'billing/addons',
  title: 'Billing',
  search,
  load: () => import('./views/workspace-billing.tsx'),
})

export const projectBillingRoute = route({
  id: 'billing.project',
  mount: 'project',
  path: 'billing/addons',
  title: 'Billing',
  search,
  load: () => import('./views/project-billing.tsx'),
})
