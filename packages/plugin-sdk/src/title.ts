import { formatNumber } from '@typecase/ui/format'
import type { FactValues } from './facts.ts'

const PLACEHOLDER = /\{([\w.]+)\}/g

/** Returns the keys of the facts in a title. */
export function factsInTitle(title: string): string[] {
  return [...title.matchAll(PLACEHOLDER)].map(([, key = '']) => key)
}

/** Fills `{fact}` placeholders of a title; the placeholder of a missing fact is removed. */
export function fillTitle(title: string, facts: FactValues): string {
  if (!title.includes('{')) return title
  const values: Readonly<Record<string, unknown>> = facts
  return title
    .replaceAll(PLACEHOLDER, (_all, key: string) => words(values[key]))
    .replaceAll(/\s{2,}/g, ' ')
    .trim()
}

function words(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'string' ? value : ''
}
