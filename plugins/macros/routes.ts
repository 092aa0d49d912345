import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'

export const macrosRoute = route({
  id: 'macros.list',
  mount: 'bucket',
  path: 'macros',
  title: 'Macros',
  load: () => import('./views/macro-list.tsx'),
})

export const macroRoute = route({
  id: 'macros.edit',
  mount: 'bucket',
  path: 'macros/$macroID',
  title: 'Macro',
  load: () => import('./views/macro-page.tsx'),
})

/** The form of the macro on screen, for commands; absent while it is loading. */
export interface MacroPage {
  /** Saves the draft, and shows problems next to the fields. */
  save(): Promise<void>
}
export const macroPage = token<MacroPage>('macros.macro-page', 1)
