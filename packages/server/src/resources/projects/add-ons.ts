/** A self-hosted installation holds every add-on (decisions §3). */
export const addOns = [
  'bundle',
  'webhooks',
  'localization',
  'automatic_backups',
  'revision_history',
  'single_sign_on',
  'custom_domain',
] as const
