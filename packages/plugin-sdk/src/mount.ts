import type { FactPatch } from './facts.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** The facts about a bucket outside of one. */
export const outsideOfBuckets = {
  'bucket.role': undefined,
  'bucket.isDraftOnly': undefined,
  'bucket.additional': undefined,
  'bucket.ownTypes': undefined,
  'bucket.scope': undefined,
  'bucket.assistants': undefined,
  'bucket.projectID': undefined,
  'bucket.refusal': undefined,
  can: undefined,
} satisfies FactPatch

/** Whether a bucket may be entered; `reason` says why not, where the server tells. */
export type BucketEntry =
  | { readonly isOpen: true }
  | { readonly isOpen: false; readonly reason?: string }

/** Knows the buckets: which of them there are for this user, and what holds in one. */
export interface BucketMountService {
  /**
   * Fetches the bucket of an address before its page is shown.
   * @returns whether there is one that this user may see; without one the address leads to /404
   */
  enter(bucketSlug: string): Promise<BucketEntry>
  /** Facts about the bucket on screen; undefined removes a fact, as leaving the bucket removes all of them. */
  facts(bucketSlug: string | undefined): FactPatch
  /** Called when what holds may have changed. */
  readonly subscribe: Subscribe
}
/** Asked by the router before a page under `/{bucketSlug}` is shown. While no one provides it, every address is let through. */
export const BucketMount = token<BucketMountService>('core.bucket-mount', 1)

/** Knows where work begins. */
export interface EntryPageService {
  /** @returns undefined for the list of projects */
  find(): Promise<`/${string}` | undefined>
}
/** Asked after signing in, unless a page was asked for before. While no plugin provides it, the list of projects is shown. */
export const EntryPage = token<EntryPageService>('core.entry-page', 1)
