import { addOnIds, addOnOffers, type AddOn } from '@typecase/contract/plans'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { forbidden } from '../../http/failure.ts'
import type { Settings } from '../../settings/settings.ts'
import { heldAt, toSubscription } from '../billing/subscription-store.ts'

interface LimitContext {
  readonly settings: Pick<Settings, 'PLAN_LIMITS'>
  readonly clock: Pick<Clock, 'now'>
}
type Reading = { readonly db: { readonly read: Reader } }

/**
 * Looks up the add-ons of projects and workspaces by id: all add-ons, unless the installation enforces plans; then the
 * purchased ones, for a project in a workspace those of the workspace (specification §6). The bundle includes all
 * others.
 * @param scopes ids of the projects or workspaces that pay
 */
export async function addOnsHeld(
  { settings, clock }: LimitContext,
  db: Reader,
  scopes: readonly string[],
): Promise<(scopeId: string) => readonly AddOn[]> {
  if (settings.PLAN_LIMITS === 'off') return () => addOnIds
  const rows =
    scopes.length === 0
      ? []
      : await db
          .selectFrom('subscriptions')
          .selectAll()
          .where('place_id', 'in', [...new Set(scopes)])
          .execute()
  const purchases = new Map(
    rows.map((row) => [row.place_id, heldAt(toSubscription(row), clock.now())?.add_ons ?? []]),
  )
  return (scopeId) => {
    const addOns = purchases.get(scopeId) ?? []
    return addOns.includes('bundle') ? addOnIds : addOns
  }
}

/** Whether the project of a bucket has the add-on or the bundle. */
export async function isAddOnHeld(
  app: LimitContext & Reading,
  { bucketId }: { readonly bucketId: string },
  addOn: AddOn,
): Promise<boolean> {
  if (app.settings.PLAN_LIMITS === 'off') return true
  const { read } = app.db
  const project = await read
    .selectFrom('buckets')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    .select(['projects.id', 'projects.workspace_id'])
    .where('buckets.id', '=', bucketId)
    .executeTakeFirst()
  const scopeId = project?.workspace_id ?? project?.id
  const heldAddOns = scopeId === undefined ? [] : (await addOnsHeld(app, read, [scopeId]))(scopeId)
  return heldAddOns.includes(addOn)
}

/** Checks that the project of a bucket has the add-on or the bundle. @throws Failure `forbidden` if it has neither */
export async function assertAddOn(
  app: LimitContext & Reading,
  access: { readonly bucketId: string },
  addOn: AddOn,
): Promise<void> {
  if (await isAddOnHeld(app, access, addOn)) return
  throw forbidden(
    `${addOnOffers[addOn].title} is an add-on that this project does not have. Its admin can add it under Billing.`,
  )
}

/** Whether a write adds a locale to an object. An object that already has one may keep it. */
export const addsLocale = (
  before: { readonly locale: string | null } | undefined,
  after: { readonly locale: string | null },
): boolean => after.locale !== null && after.locale !== before?.locale

/** Whether a write turns on localization of an object type. */
export const turnsLocalizationOn = (
  before: { readonly localization: boolean } | undefined,
  after: { readonly localization: boolean },
): boolean => after.localization && !before?.localization
