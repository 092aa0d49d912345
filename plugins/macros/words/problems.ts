import { optionsOf } from '@typecase/contract/field-values/choice'
import type { MacroArgument, MacroStep } from '@typecase/contract/macros'

import { argumentIn, fieldEdits } from './field-edits.ts'
import type { FieldNames } from './field-names.ts'

type Arguments = readonly MacroArgument[]

/** Returns the problems of a step as sentences: fields and options that no type of this bucket has. */
export function problemsIn(
  step: MacroStep,
  names: FieldNames,
  macroArguments: Arguments,
): readonly string[] {
  const edits = fieldEdits(step).flatMap(({ field, edit: { op, value } }) => {
    if (isMissing(field, names)) return [noField(field)]
    const inText = op === 'template' && typeof value === 'string' ? fieldsInText(value) : []
    const problems = inText.filter((path) => isMissing(path, names)).map(noField)
    return op === 'remove'
      ? problems
      : [...problems, ...missingOptions(field, value, names, macroArguments)]
  })
  const searched = step.call === 'objects.searchAndReplace' ? step.body['fields'] : undefined
  const paths = Array.isArray(searched) ? searched.filter((path) => typeof path === 'string') : []
  return [...edits, ...paths.filter((path) => isMissing(path, names)).map(noField)]
}

const noField = (path: string): string =>
  `There is no field “${path.replace(/^metadata\./, '')}” in this bucket.`

const isMissing = (path: string, { fields }: FieldNames): boolean =>
  path.startsWith('metadata.') &&
  !fields.has(path) &&
  // A path may also be a whole group, or lie within rows.
  ![...fields.keys()].some((field) => field.startsWith(`${path}.`) || path.startsWith(`${field}.`))

/** Returns the fields in braces. */
const fieldsInText = (text: string): string[] =>
  [...text.matchAll(/\{(metadata\.[^{}]+)\}/g)].flatMap(([, path]) => path ?? [])

/** Returns a sentence for each value that is no longer an option of the field. */
function missingOptions(
  path: string,
  value: unknown,
  names: FieldNames,
  macroArguments: Arguments,
): string[] {
  const options = optionsOf(names.fields.get(path)).map((option) => option.value)
  if (options.length === 0) return []
  const key = argumentIn(value)
  const argumentValue =
    key === undefined ? value : macroArguments.find((one) => one.key === key)?.default
  const chosen = [argumentValue]
    .flat()
    .filter((one) => typeof one === 'string' && !options.includes(one))
  const title = names.titleOf(path)
  return chosen.map((one) => `“${String(one)}” is no longer an option of ${title}.`)
}

/**
 * Describes the path in a server error:
 * `data.steps.1.body.data.metadata.price.value must be …` → `Step 2: price must be …`
 */
export const describeProblem = (message: string): string =>
  message
    .replace(
      /^(?:data\.)?steps\.(\d+)(?:\.body)?(?:\.data)?(?:\.metadata|\.fields)?\.?/,
      (_all, at: string) => `Step ${Number(at) + 1}: `,
    )
    .replace(/^(Step \d+: \S+)\.value /, '$1 ')
    .replace(/^data\.arguments\.(\d+)\./, (_all, at: string) => `Argument ${Number(at) + 1}: `)
    .replace(/^data\./, '')
