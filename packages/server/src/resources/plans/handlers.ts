import { listPlans, quotePlan } from '@typecase/contract/plans'

import type { App } from '../../app.ts'
import { handle, type Route } from '../../http/handle.ts'
import { quoteChange } from '../billing/change-plan.ts'
import { scopeIn } from '../billing/subscription-store.ts'
import { projectPlanRoutes } from './project-plans.ts'
import { readPlans } from './read-plans.ts'

export const routes = (app: App): Route[] => [
  handle(listPlans, ({ principal, query }) => readPlans(app, principal, query)),

  handle(quotePlan, ({ principal, body }) => quoteChange(app, principal, scopeIn(body), body.data)),

  ...projectPlanRoutes(app),
]
