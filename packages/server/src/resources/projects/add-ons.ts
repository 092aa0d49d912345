import { forbidden } from '../../http/failure.ts'
import type { Settings } from '../../settings/settings.ts'

/** What there is to be had (specification §6). */
export const addOns = [
  'bundle',
  'webhooks',
  'localization',
  'automatic_backups',
  'revision_history',
  'single_sign_on',
  'custom_domain',
] as const
export type AddOn = (typeof addOns)[number]

/** The add-ons that a project holds: all of them, unless the installation keeps to plans. Nothing sells them yet. */
export const addOnsHeld = ({ PLAN_LIMITS }: Pick<Settings, 'PLAN_LIMITS'>): readonly AddOn[] =>
  PLAN_LIMITS === 'on' ? [] : addOns

const names: Partial<Record<AddOn, string>> = { revision_history: 'The revision history' }

/** @throws Failure `forbidden` when a project holds neither the add-on nor the bundle */
export function assertAddOn(settings: Pick<Settings, 'PLAN_LIMITS'>, addOn: AddOn): void {
  const held = addOnsHeld(settings)
  if (held.includes(addOn) || held.includes('bundle')) return
  throw forbidden(`${names[addOn] ?? addOn} is an add-on that this project does not have.`)
}
