import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'
import { holdsWords } from '@typecase/plugin-sdk/text-match'

import { deleteMacro, duplicateMacro, editMacro, playMacro } from './commands.ts'
import { macro as kind } from './record.ts'
import { choiceOf } from './run/macro-choice.ts'
import { describeMacros } from './words/macro-words.ts'

/** Finds macros by title. Enter runs one. */
export async function search(
  query: string,
  { services, facts, limit }: SearchContext,
): Promise<Row[]> {
  const slug = bucketSlugOf(facts)
  const macros = (await kind.all(services, slug)).filter(({ title }) => holdsWords(title, query))
  if (macros.length === 0) return []
  const words = await describeMacros(services, slug, macros)
  return macros.slice(0, limit).map((macro) => {
    const { text, isBroken } = words.get(macro.id) ?? { text: '', isBroken: false }
    return {
      id: macro.id,
      title: macro.title,
      subtitle: `Macro · ${text}`,
      icon: isBroken ? 'triangle-alert' : 'workflow',
      run: refTo(playMacro, { macro: choiceOf(macro) }),
      actions: [editMacro, duplicateMacro, deleteMacro].map((command) =>
        refTo(command, kind.argsOf(macro.id)),
      ),
    }
  })
}
