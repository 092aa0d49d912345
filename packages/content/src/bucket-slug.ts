import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Refusal } from '@typecase/plugin-sdk/refusal'

/** The bucket on screen. @throws outside one: commands that use it are disabled there */
export function bucketSlugOf(facts: FactValues): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Refusal('Open a bucket first.')
  return slug
}

/** The same context, but in the bucket that the arguments name: an undo may be run elsewhere. */
export function inBucketOf<Context extends { readonly facts: FactValues }>(
  context: Context,
  bucket: string | undefined,
): Context {
  if (bucket === undefined || bucket === context.facts['route.bucketSlug']) return context
  // Facts about the open and selected items belong to the other bucket.
  return { ...context, facts: { 'route.bucketSlug': bucket } }
}
