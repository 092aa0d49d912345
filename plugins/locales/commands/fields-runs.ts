import { confirmTranslation, generateFields } from '@typecase/contract/locales'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { formatCount } from '@typecase/ui/count'
import type { ArgsOf, CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { refreshTranslations } from '../queries.ts'
import { type TranslationPage, translationPage } from '../translation.ts'
import type { pathArgs } from './fields.ts'
import { openNext } from './locales-runs.ts'

/** Moves to the next missing field. After the last one, opens the next object. */
export const nextField: CommandModule = {
  async run(_args, context) {
    if (translationOf(context).move('next')) return {}
    const { facts } = context
    const locale = facts['locales.locale']
    const after = facts['route.objectID']
    if (locale === undefined) return {}
    return openNext({ locale, ...(after !== undefined && { after }) }, context)
  },
}

export const confirmField: CommandModule<ArgsOf<typeof pathArgs>> = {
  async run(args, context) {
    const fields = [pathOf(args, translationOf(context))]
    await context.services
      .get(Api)
      .call(confirmTranslation, { body: { ...objectOf(context), fields } })
    await refreshTranslations(context.services)
  },
}

export const generateField: CommandModule<ArgsOf<typeof pathArgs>> = {
  run: (args, context) => generate([pathOf(args, translationOf(context))], context),
}

export const generateMissing: CommandModule = {
  async run(_args, context) {
    const fields = translationOf(context).missing()
    if (fields.length === 0) return { message: 'Nothing is missing here.' }
    return generate(fields, context)
  },
}

async function generate(fields: readonly string[], context: RunContext): Promise<Outcome> {
  const translation = translationOf(context)
  const body = { ...objectOf(context), fields: [...fields] }
  const { values } = await context.services
    .get(Api)
    .call(generateFields, { body }, { signal: context.signal })
  for (const [path, value] of Object.entries(values)) translation.edit(path, value)
  const words = formatCount(fields.length, 'field')
  return { message: `${words} translated. Read it before you save.` }
}

/** Returns the open translation. @throws Refusal when none is open */
function translationOf({ page }: RunContext): TranslationPage {
  const translation = page(translationPage)
  if (!translation) throw new Refusal('Show the source next to the open object first.')
  return translation
}

function pathOf({ path }: ArgsOf<typeof pathArgs>, translation: TranslationPage): string {
  const field = path ?? translation.focusedField()
  if (field === undefined) throw new Refusal('Put the cursor into a field first.')
  return field
}

const objectOf = ({ facts }: RunContext) => ({
  slug: bucketSlugOf(facts),
  object_id: facts['route.objectID'] ?? '',
})
