import type { Deployment } from '@typecase/contract/deployments'
import { isApiError } from '@typecase/plugin-sdk/api-error'

export const stateWords = {
  queued: 'Queued',
  building: 'Building',
  ready: 'Ready',
  error: 'Failed',
  canceled: 'Canceled',
} as const satisfies Record<Deployment['state'], string>

export const stateIcons = {
  queued: 'clock',
  building: 'refresh-cw',
  ready: 'circle-check',
  error: 'triangle-alert',
  canceled: 'ban',
} as const satisfies Record<Deployment['state'], string>

export const targetWords = { production: 'Production', preview: 'Preview' } as const

/** Returns the first line of the commit message, or the site or id of a deployment without a commit. */
export function titleOf({ commit, url, id }: Deployment): string {
  const [line = ''] = (commit?.message ?? '').split('\n', 1)
  return line.trim() || (url === null ? id : hostOf(url))
}

export const hostOf = (url: string): string => new URL(url).host

/** Formats a duration: `42 s`, `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** Returns Vercel's advice about a refused call, such as where to set a token. */
export const adviceFor = (error: Error | null): string | undefined =>
  isApiError(error) ? error.details[0]?.message : undefined
