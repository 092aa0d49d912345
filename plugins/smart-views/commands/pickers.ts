import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, AskPicker, AskText, PickerRow } from '@typecase/plugin-sdk/ask'

import { viewIcons } from '../view-look.ts'

const rows = () => import('./view-rows.ts')

const ask = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Smart view',
  placeholder: 'Which view?',
  search,
})

/** Asks for a view by id. */
export const askView = ask(async (query, context) => (await rows()).viewRows(query, context))

/** One that this person may change. */
export const askOwn = ask(async (query, context) => (await rows()).ownRows(query, context))

export const askShared = ask(async (query, context) =>
  (await rows()).ownRows(query, context, (view) => view.is_shared),
)

export const askPrivate = ask(async (query, context) =>
  (await rows()).ownRows(query, context, (view) => !view.is_shared),
)

export const askTitle: AskText = {
  kind: 'text',
  title: 'Name',
  placeholder: 'What is it called?',
  initial: async (context) => (await rows()).titleOf(context),
}

/** An icon by its name, or an emoji that is typed. */
export const askIcon: AskPicker = {
  kind: 'picker',
  title: 'Icon',
  placeholder: 'An icon’s name, or type an emoji',
  search: (query: string, _context: AskContext): Promise<readonly PickerRow[]> => {
    const typed = query.trim()
    const named = viewIcons
      .filter((name) => holdsWords(`${name} ${name.replaceAll('-', ' ')}`, typed))
      .map((name) => ({ id: name, value: name, label: name.replaceAll('-', ' '), icon: name }))
    const isEmoji = /\p{Extended_Pictographic}/u.test(typed) && typed.length <= 32
    const emoji = isEmoji ? [{ id: typed, value: typed, label: typed }] : []
    return Promise.resolve([...emoji, ...named])
  },
}
