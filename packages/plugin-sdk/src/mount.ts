import type { FactPatch } from './facts.ts'
import type { Subscribe } from './subscribe.ts'
import { token } from './token.ts'

/** Removes all facts about a bucket, for pages outside of buckets. */
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

/** Whether the user may enter a bucket; if not, `reason` says why, if the server gives one. */
export type BucketEntry =
  | { readonly isOpen: true }
  | { readonly isOpen: false; readonly reason?: string }

/** Resolves buckets: which ones the user can enter, and the facts that hold in one. */
export interface BucketMountService {
  /**
   * Fetches the bucket of an address before its page is shown.
   * @returns whether the user can see such a bucket; if not, the router redirects to /404
   */
  enter(bucketSlug: string): Promise<BucketEntry>
  /**
   * Returns the facts about the bucket on screen. Undefined removes a fact; outside of buckets, all of them are
   * removed.
   */
  facts(bucketSlug: string | undefined): FactPatch
  /** Notifies when these facts may have changed. */
  readonly subscribe: Subscribe
}
/**
 * The router calls it before a page under `/{bucketSlug}` is shown. Without a provider, every address is let through.
 */
export const BucketMount = token<BucketMountService>('core.bucket-mount', 1)

/** Finds the page on which a user starts. */
export interface EntryPageService {
  /** @returns undefined for the list of projects */
  find(): Promise<`/${string}` | undefined>
}
/** Called after signing in, unless the user had asked for a page. Without a provider, the list of projects is shown. */
export const EntryPage = token<EntryPageService>('core.entry-page', 1)
