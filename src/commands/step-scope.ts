import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { StepScope } from '@typecase/plugin-sdk/jobs'

/** Returns the account, the bucket and the page in which a command runs. */
export const stepScopeOf = (facts: FactValues): StepScope => ({
  account: facts['session.userID'],
  bucket: facts['route.bucketSlug'],
  pages: [pageOf(facts) ?? []].flat(),
})

/** Identifies the current page, regardless of its filter and sort order. */
export function pageOf(facts: FactValues): string | undefined {
  const { 'route.href': href, 'page.part': part } = facts
  const path = href?.split(/[?#]/)[0]
  return path === undefined || part === undefined ? path : `${path}#${part}`
}

/** Returns the facts for a step of the journal. In another bucket, facts of the current page do not apply. */
export function factsAt({ bucket }: StepScope, now: FactValues): FactValues {
  if (now['route.bucketSlug'] === bucket) return now
  const ofSession = Object.entries(now).filter(([key]) => key.startsWith('session.'))
  return {
    ...Object.fromEntries(ofSession),
    ...(bucket !== undefined && { 'route.bucketSlug': bucket }),
  }
}
