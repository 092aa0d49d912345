import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { StepScope } from '@typecase/plugin-sdk/jobs'

/** Where someone is who runs a command. */
export const stepScopeOf = (facts: FactValues): StepScope => ({
  account: facts['session.userID'],
  bucket: facts['route.bucketSlug'],
  pages: [pageOf(facts) ?? []].flat(),
})

/** Identifies the page on screen, independent of its filter and sort order. */
export function pageOf(facts: FactValues): string | undefined {
  const { 'route.href': href, 'page.part': part } = facts
  const path = href?.split(/[?#]/)[0]
  return path === undefined || part === undefined ? path : `${path}#${part}`
}

/** The facts for a step that was done somewhere: elsewhere, all that the page says is about something else. */
export function factsAt({ bucket }: StepScope, now: FactValues): FactValues {
  if (now['route.bucketSlug'] === bucket) return now
  const ofSession = Object.entries(now).filter(([key]) => key.startsWith('session.'))
  return {
    ...Object.fromEntries(ofSession),
    ...(bucket !== undefined && { 'route.bucketSlug': bucket }),
  }
}
