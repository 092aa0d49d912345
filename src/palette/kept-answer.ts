import type { AskContext } from '@typecase/plugin-sdk/ask'
import type { Json } from '@typecase/plugin-sdk/json'

import type { Step } from '../commands/steps.ts'
import type { Chosen } from './state.ts'
import { isMany, isSame } from './step-rows.ts'

/** What a step that was answered before begins with. */
export interface KeptAnswer {
  readonly text?: string
  readonly chosen?: readonly Chosen[]
}

/** An answer as it was given, so that it can be mended where it was refused; undefined for one that is chosen anew. */
export async function keptAnswer(
  step: Step,
  value: Json,
  context: AskContext,
): Promise<KeptAnswer | undefined> {
  const { ask } = step
  if (isMany(step) && Array.isArray(value)) {
    const known = step.choices ?? (ask.kind === 'picker' ? await ask.search('', context) : [])
    const labelOf = (one: Json) => known.find((row) => isSame(row.value, one))?.label ?? words(one)
    return { chosen: value.map((one) => ({ value: one, label: labelOf(one) })) }
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  switch (ask.kind) {
    case 'text':
    case 'multiline':
    case 'number':
      return { text }
    case 'date':
      return { text: typeof value === 'number' ? new Date(value).toISOString() : text }
    case 'picker': {
      // One that takes what is typed offers it; an id finds nothing.
      const rows = await ask.search(text, context)
      return rows.some((row) => isSame(row.value, value)) ? { text } : undefined
    }
    default:
      return undefined
  }
}

const words = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
