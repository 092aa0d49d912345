import type {
  Macro,
  MacroArgument,
  MacroArgumentKind,
  MacroArgumentValue,
  MacroStep,
} from '@typecase/contract/macros'

import { argumentIn } from '../words/field-edits.ts'

/** A step while it is edited: its id lasts as long as the form. */
export interface DraftStep extends MacroStep {
  readonly id: string
}

/** A macro while it is edited. */
export interface MacroDraft {
  readonly title: string
  readonly is_shared: boolean
  readonly steps: readonly DraftStep[]
  readonly arguments: readonly MacroArgument[]
}

/** Keys from a step's body to a value in it. */
export type ValuePath = readonly string[]

export const draftOf = ({ title, is_shared, steps, arguments: args }: Macro): MacroDraft => ({
  title,
  is_shared,
  steps: steps.map((step, index) => ({ ...step, id: `step-${index}` })),
  arguments: args,
})

/** The body of the request. */
export const dataOf = ({ title, is_shared, steps, arguments: args }: MacroDraft) => ({
  title: title.trim(),
  is_shared,
  steps: steps.map(({ call, body }) => ({ call, body })),
  arguments: args.map((argument) => ({ ...argument, title: argument.title.trim() })),
})

/** Whether there is something to save. */
export const isChanged = (draft: MacroDraft, macro: Macro): boolean =>
  JSON.stringify(dataOf(draft)) !== JSON.stringify(dataOf(draftOf(macro)))

/** @param order ids of all steps */
export const reordered = (draft: MacroDraft, order: readonly string[]): MacroDraft => ({
  ...draft,
  steps: draft.steps.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
})

/** Without a step, and without the arguments that only it used. */
export const withoutStep = (draft: MacroDraft, id: string): MacroDraft =>
  withoutUnused({ ...draft, steps: draft.steps.filter((step) => step.id !== id) })

/** A new argument in place of a value, which is taken where a run says nothing else. */
export interface Suggestion {
  readonly title: string
  readonly kind: MacroArgumentKind
  readonly options?: string[]
  /** The value that it has for now, where the step writes that otherwise. */
  readonly usual?: string
}

/** Turns a value of a step into an argument. */
export function withArgument(
  draft: MacroDraft,
  id: string,
  path: ValuePath,
  { title, kind, options, usual }: Suggestion,
): MacroDraft {
  const step = draft.steps.find((one) => one.id === id)
  const value = usual ?? (step && valueAt(step.body, path))
  if (!isArgumentValue(value)) return draft
  const key = freeKey(title, draft.arguments)
  const argument: MacroArgument = {
    key,
    title: title.slice(0, 60),
    kind,
    ...(options && { options }),
    // As the kind writes it.
    default: kind === 'date' && typeof value === 'number' ? new Date(value).toISOString() : value,
  }
  return {
    ...draft,
    steps: withValue(draft.steps, id, path, { $arg: key }),
    arguments: [...draft.arguments, argument],
  }
}

/** Turns an argument back into a value of the step: its usual one. */
export function withFixedValue(draft: MacroDraft, id: string, path: ValuePath): MacroDraft {
  const step = draft.steps.find((one) => one.id === id)
  const key = step && argumentIn(valueAt(step.body, path))
  const argument = draft.arguments.find((one) => one.key === key)
  if (!argument) return draft
  const { kind, default: usual = emptyOf[kind] } = argument
  return withoutUnused({ ...draft, steps: withValue(draft.steps, id, path, usual) })
}

const emptyOf = {
  text: '',
  number: 0,
  boolean: false,
  date: '2026-01-01',
  choice: '',
  list: [],
} as const satisfies Record<MacroArgumentKind, MacroArgumentValue>

/** Whether an argument can stand for a value. */
export const isArgumentValue = (value: unknown): value is string | number | boolean | string[] =>
  ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value)

/** A list as arguments hold it. */
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** The changed properties of an argument; an undefined `default` removes the default. */
export interface ArgumentPatch {
  readonly title?: string
  readonly kind?: MacroArgumentKind
  readonly options?: string[]
  readonly default?: MacroArgument['default'] | undefined
}

/** Changes what an argument is called, is or usually is. */
export const withArgumentPatch = (
  draft: MacroDraft,
  key: string,
  patch: ArgumentPatch,
): MacroDraft => ({
  ...draft,
  arguments: draft.arguments.map((argument) =>
    argument.key === key ? cleaned({ ...argument, ...patch }) : argument,
  ),
})

/** Without what is undefined, and options only where they are chosen from. */
function cleaned({
  options,
  default: usual,
  ...argument
}: Omit<MacroArgument, 'options' | 'default'> & {
  options?: string[] | undefined
  default?: MacroArgument['default'] | undefined
}): MacroArgument {
  return {
    ...argument,
    ...(argument.kind === 'choice' && { options: options ?? [] }),
    // A list without options holds anything.
    ...(argument.kind === 'list' && options && options.length > 0 && { options }),
    ...(usual !== undefined && { default: usual }),
  }
}

/** The value at a place of a step. */
export const valueAt = (body: Readonly<Record<string, unknown>>, path: ValuePath): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    body,
  )

const withValue = (
  steps: readonly DraftStep[],
  id: string,
  path: ValuePath,
  value: unknown,
): readonly DraftStep[] =>
  steps.map((step) =>
    step.id === id ? { ...step, body: put(step.body, path, value) as DraftStep['body'] } : step,
  )

function put(into: unknown, [key, ...rest]: ValuePath, value: unknown): unknown {
  if (key === undefined) return value
  return { ...(into as object), [key]: put(Reflect.get(into as object, key), rest, value) }
}

function withoutUnused(draft: MacroDraft): MacroDraft {
  const used = new Set(draft.steps.flatMap(({ body }) => argumentsIn(body)))
  return { ...draft, arguments: draft.arguments.filter(({ key }) => used.has(key)) }
}

/** The keys of the arguments anywhere in a value. */
export function argumentsIn(value: unknown): string[] {
  const key = argumentIn(value)
  if (key !== undefined) return [key]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(argumentsIn)
    : []
}

function freeKey(title: string, args: readonly MacroArgument[]): string {
  const words = title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 30)
    .replace(/_+$/, '')
  const base = words || 'value'
  const isTaken = (key: string) => args.some((argument) => argument.key === key)
  if (!isTaken(base)) return base
  let n = 2
  while (isTaken(`${base}_${n}`)) n += 1
  return `${base}_${n}`
}
