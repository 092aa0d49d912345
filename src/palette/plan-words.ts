import type { Plan } from '@typecase/plugin-sdk/plan'

/** How long it takes, in words that promise no more than is known. */
export function durationInWords(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined
  if (ms < 1_000) return 'less than a second'
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `about ${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
}

export function reversibleInWords({ isReversible }: Pick<Plan, 'isReversible'>): string {
  return isReversible ? 'Can be undone for 30 days' : 'Cannot be undone'
}
