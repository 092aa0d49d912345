import {
  getAutoReload,
  getBilling,
  getTokenBalance,
  listPaymentMethods,
  listPurchases,
  listSubscriptions,
  listTokenPurchases,
} from '@typecase/contract/billing'
import { formatMoney, listPlans } from '@typecase/contract/plans'
import { getProject, listProjects } from '@typecase/contract/projects'
import { listWorkspaces } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Go } from '@typecase/plugin-sdk/route'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { formatCard, TEST_MODE } from './words.ts'
import { type OpenDialog, projectBillingRoute, workspaceBillingRoute } from './routes.ts'

/** The queries whose results a purchase, a card or a plan may change. */
const billingQueries = [
  listPlans,
  getBilling,
  listPaymentMethods,
  getTokenBalance,
  listPurchases,
  listSubscriptions,
  listTokenPurchases,
  getAutoReload,
  getProject,
  listProjects,
  listWorkspaces,
]

/** Refetches all billing data after a change. */
export const refreshBilling = (services: Services) =>
  Promise.all(
    billingQueries.map(({ id }) => services.get(Queries).invalidateQueries({ queryKey: [id] })),
  )

/** Opens the billing page of the open project, or else of the current workspace. */
export function goToBilling(go: Go, facts: FactValues, open?: OpenDialog): Promise<void> {
  const search = open ? { open } : {}
  const projectID = facts['project.id']
  return projectID === undefined
    ? go(workspaceBillingRoute, { search })
    : go(projectBillingRoute, { params: { projectID }, search })
}

/** Reads the user's cards, the default one first. */
export const readCards = (services: Services) =>
  services.get(Queries).fetchQuery(apiQueryOptions(services, listPaymentMethods, {}))

/**
 * Returns the question whether to charge a card, with the amount on the button.
 * @returns undefined if there is no card, which has to be added first
 */
export async function chargeQuestion(
  services: Services,
  { title, text = '', amount }: { title: string; text?: string; amount: number },
): Promise<CommandQuestion | undefined> {
  const price = formatMoney(amount)
  const { payment_methods, mode } = await readCards(services)
  const [card] = payment_methods
  if (!card) return undefined
  const lines = [
    `${price} is charged to ${formatCard(card)}.`,
    text,
    mode === 'test' ? `${TEST_MODE}.` : '',
  ]
  return {
    title,
    text: lines.filter((line) => line !== '').join(' '),
    action: `Pay ${price}`,
    args: { max_amount: amount },
  }
}
