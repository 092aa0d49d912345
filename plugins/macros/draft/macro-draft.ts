import type {
  Macro,
  MacroArgument,
  MacroArgumentKind,
  MacroArgumentValue,
  MacroStep,
} from '@typecase/contract/macros'

import { argumentIn } from '../words/field-edits.ts'

/** A step being edited. Its id lasts as long as the form. */
export interface DraftStep extends MacroStep {
  readonly id: string
}

/** A macro being edited. */
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

/** Returns the data of the request. */
export const dataOf = ({ title, is_shared, steps, arguments: args }: MacroDraft) => ({
  title: title.trim(),
  is_shared,
  steps: steps.map(({ call, body }) => ({ call, body })),
  arguments: args.map((argument) => ({ ...argument, title: argument.title.trim() })),
})

/** Whether there are changes to save. */
export const isChanged = (draft: MacroDraft, macro: Macro): boolean =>
  JSON.stringify(dataOf(draft)) !== JSON.stringify(dataOf(draftOf(macro)))

/** Reorders the steps. @param order the ids of all steps */
export const reorderSteps = (draft: MacroDraft, order: readonly string[]): MacroDraft => ({
  ...draft,
  steps: draft.steps.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
})

/** Removes a step, and the arguments that only it used. */
export const withoutStep = (draft: MacroDraft, id: string): MacroDraft =>
  withoutUnused({ ...draft, steps: draft.steps.filter((step) => step.id !== id) })

/** A proposed argument to replace a value, which becomes the default of the argument. */
export interface Suggestion {
  readonly title: string
  readonly kind: MacroArgumentKind
  readonly options?: string[]
  /** The default, if the step writes the value in another form. */
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
    // In the form of the argument's kind.
    default: kind === 'date' && typeof value === 'number' ? new Date(value).toISOString() : value,
  }
  return {
    ...draft,
    steps: withValue(draft.steps, id, path, { $arg: key }),
    arguments: [...draft.arguments, argument],
  }
}

/** Turns an argument back into a value of the step: the argument's default. */
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

/** Whether an argument can replace a value. */
export const isArgumentValue = (value: unknown): value is string | number | boolean | string[] =>
  ['string', 'number', 'boolean'].includes(typeof value) || isTexts(value)

/** Whether a value is a list of the kind that arguments hold. */
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** The changed properties of an argument; an undefined `default` removes the default. */
export interface ArgumentPatch {
  readonly title?: string
  readonly kind?: MacroArgumentKind
  readonly options?: string[]
  readonly default?: MacroArgument['default'] | undefined
}

/** Changes the title, kind, options or default of an argument. */
export const withArgumentPatch = (
  draft: MacroDraft,
  key: string,
  patch: ArgumentPatch,
): MacroDraft => ({
  ...draft,
  arguments: draft.arguments.map((argument) =>
    argument.key === key ? clean({ ...argument, ...patch }) : argument,
  ),
})

/** Removes undefined properties, and the options of a kind that has none. */
function clean({
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
    // A list without options accepts any items.
    ...(argument.kind === 'list' && options && options.length > 0 && { options }),
    ...(usual !== undefined && { default: usual }),
  }
}

/** Returns the value at a path in a step. */
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

/** Returns the keys of the arguments anywhere in a value. */
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
