import type { AskPicker } from '@typecase/plugin-sdk/ask'

const rows = () => import('./macros-runs.ts')

const ask = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Macro',
  placeholder: 'Which macro?',
  search,
})

/** Asks for a macro by id. */
export const askMacro = ask(async (query, context) => (await rows()).macroRows(query, context))

/** One that this person may change. */
export const askOwn = ask(async (query, context) => (await rows()).ownRows(query, context))

export const askShared = ask(async (query, context) =>
  (await rows()).ownRows(query, context, (macro) => macro.is_shared),
)

export const askUnshared = ask(async (query, context) =>
  (await rows()).ownRows(query, context, (macro) => !macro.is_shared),
)

/** A macro with what it asks for. */
export const askMacroChoice = ask(async (query, context) =>
  (await rows()).macroChoiceRows(query, context),
)
