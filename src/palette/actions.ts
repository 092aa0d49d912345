import type { CommandCenter } from '../commands/commands.ts'
import type { RunRow } from './row.ts'
import type { Action, ActionsPage } from './state.ts'

let count = 0

/** What can be done with a row beside running it. */
export function actionsOf(
  row: RunRow,
  { catalog, recents }: Pick<CommandCenter, 'catalog' | 'recents'>,
): ActionsPage {
  const own = (row.source?.actions ?? []).flatMap((ref): Action[] => {
    const state = catalog.get(ref.command)
    if (!state?.isEnabled) return []
    return [
      {
        label: state.title,
        run: ref,
        ...(state.icon && { icon: state.icon }),
        ...(state.keys[0] && { keys: state.keys[0] }),
      },
    ]
  })
  const isFavourite = recents.isFavourite(row.ref)
  const actions: Action[] = [
    { label: 'Run', icon: 'play', keys: 'Enter', run: row.ref },
    { label: 'Run with defaults', icon: 'zap', keys: '$mod+Enter', run: row.ref, isQuick: true },
    ...own,
    {
      label: isFavourite ? 'Remove from favourites' : 'Add to favourites',
      icon: 'star',
      run: () => recents.toggleFavourite(row.ref, row.title),
    },
  ]
  // Below zero, so that it never meets the ids of pages that somebody waits for.
  return { kind: 'actions', id: --count, query: '', title: row.title, actions, isBusy: false }
}
