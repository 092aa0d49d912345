import type { LimitKey, Plans } from '@typecase/contract/plans'

export type CountedKey = keyof Plans['usage']

const counted: readonly LimitKey[] = [
  'buckets',
  'team',
  'object_types',
  'objects',
  'media_files',
  'media_storage',
] satisfies CountedKey[]

/** Whether the server counts what is used of a limit. */
export const isCounted = (key: LimitKey): key is CountedKey => counted.includes(key)

const units: Readonly<Record<string, number>> = { GB: 1e9, TB: 1e12, k: 1e3, M: 1e6 }

/** The number that a limit stands for: `50 GB`, `1,000`. `NaN` for what is agreed upon. */
export function limitNumber(limit: string): number {
  const found = /^([\d,.]+) ?(GB|TB|k|M)?$/.exec(limit)
  return found?.[1] === undefined
    ? Number.NaN
    : Number(found[1].replaceAll(',', '')) * (units[found[2] ?? ''] ?? 1)
}

/** How much of a limit is used; 1 is all of it. */
export function shareUsed(used: number, limit: string): number {
  const most = limitNumber(limit)
  return most > 0 ? used / most : 0
}

/** `12,480`, `31 GB` */
export function usedInWords(key: CountedKey, used: number): string {
  if (key !== 'media_storage') return used.toLocaleString('en')
  if (used >= 1e9) return `${(used / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`
  return `${Math.ceil(used / 1e6).toLocaleString('en')} MB`
}
