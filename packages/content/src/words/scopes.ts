import { type TokenScope, scopeWords } from '@typecase/contract/roles'
import { formatCount } from '@typecase/ui/count'

/** Names of the scopes of tokens. */
export const scopeLabels: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  draft: 'Draft',
  publish: 'Publish',
  admin: 'Admin',
}

const limits: Readonly<Record<TokenScope, string>> = {
  read: 'Changes nothing.',
  draft: 'Never publishes, schedules or deletes.',
  publish: 'Never changes object types, settings or people.',
  admin: 'Never changes your account, tokens or billing.',
}

/** Describes what a scope permits, and what it does not. */
export const describeScope = (scope: TokenScope): string =>
  `May ${scopeWords[scope]}. ${limits[scope]}`

/** Describes the buckets of a token: `All buckets`, `3 buckets`. */
export const describeBuckets = (ids: readonly string[] | null): string =>
  ids === null ? 'All buckets' : formatCount(ids.length, 'bucket')
