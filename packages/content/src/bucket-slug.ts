import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Refusal } from '@typecase/plugin-sdk/refusal'

/**
 * Returns the slug of the bucket on screen. @throws Refusal outside a bucket, where commands that use it are disabled
 */
export function bucketSlugOf(facts: FactValues): string {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) throw new Refusal('Open a bucket first.')
  return slug
}

/** Returns the context for the bucket that the arguments name: an undo may be run from another bucket. */
export function inBucketOf<Context extends { readonly facts: FactValues }>(
  context: Context,
  bucket: string | undefined,
): Context {
  if (bucket === undefined || bucket === context.facts['route.bucketSlug']) return context
  // Drops facts about open and selected items, which belong to the other bucket.
  return { ...context, facts: { 'route.bucketSlug': bucket } }
}
