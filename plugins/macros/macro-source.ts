import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { deleteMacroCommand, duplicateMacro, editMacro, playMacro } from './commands/macros.ts'
import { readMacros } from './queries.ts'
import { choiceOf } from './run/macro-choice.ts'
import { fieldNames } from './words/field-names.ts'
import { goneIn } from './words/problems.ts'
import { describeSteps } from './words/step-words.ts'

/** Macros by their name: Enter runs one. */
export async function search(
  query: string,
  { services, facts, limit }: SearchContext,
): Promise<Row[]> {
  const slug = bucketSlugOf(facts)
  const macros = (await readMacros(services, slug)).filter(({ title }) => holdsWords(title, query))
  if (macros.length === 0) return []
  const { object_types: types } = await readBucket(services, slug)
  const names = fieldNames(types)
  return macros.slice(0, limit).map((macro) => {
    const { id, title, steps } = macro
    const gone = steps.flatMap((step) => goneIn(step, names, macro.arguments))
    return {
      id,
      title,
      subtitle: `Macro · ${gone.join(' ') || describeSteps(steps, { ...names, arguments: macro.arguments })}`,
      icon: gone.length > 0 ? 'triangle-alert' : 'workflow',
      run: refTo(playMacro, { macro: choiceOf(macro) }),
      actions: [editMacro, duplicateMacro, deleteMacroCommand].map((command) =>
        refTo(command, { macro_id: id }),
      ),
    }
  })
}
