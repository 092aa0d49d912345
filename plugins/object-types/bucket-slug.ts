import type { FactValues } from '@typecase/plugin-sdk/facts'

/** The bucket on screen. @throws outside one: commands that use it are disabled there */
export function bucketSlugOf(facts: FactValues): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Error('Open a bucket first.')
  return slug
}
