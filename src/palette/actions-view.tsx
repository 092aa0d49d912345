import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { isUsable } from '@typecase/plugin-sdk/subject'
import { isComposing } from '@typecase/ui/keyboard'

import { PaletteControl } from './controller.ts'
import { Footer } from './footer.tsx'
import { PickList } from './pick-list.tsx'
import type { ListRow, RunRow } from './row.ts'
import type { Action, ActionsPage } from './state.ts'
import { useActive } from './list.tsx'
import { useAnnounce } from './announce.ts'
import type { CommandCenter } from '../commands/commands.ts'
import styles from './palette.module.css'

interface ActionRow extends ListRow {
  readonly action: Action
}

/** Lists the other actions of a row. */
export function ActionsView({ page, isTouch }: { page: ActionsPage; isTouch: boolean }) {
  const palette = useService(PaletteControl)
  const commands = useService(Commands)
  const { query, title, actions, id } = page
  const rows = actions
    .filter(({ label }) => holdsWords(label, query))
    .map((action): ActionRow => ({
      action,
      value: action.label,
      title: action.label,
      ...(action.icon && { icon: action.icon }),
      ...(action.keys && { keys: action.keys }),
    }))
  const sections = rows.length > 0 ? [{ id: 'actions', heading: title, rows }] : []
  const [active, setActive] = useActive(sections, query)
  useAnnounce(sections, active, query)

  function choose({ action: { run, isQuick = false } }: ActionRow) {
    if (typeof run === 'function') {
      run()
      palette.dispatch({ type: 'pop' })
      return
    }
    palette.dispatch({ type: 'busy', id, isBusy: true })
    void commands.run(run, { source: 'palette', isQuick })
  }

  return (
    <>
      <div className={styles.body}>
        <PickList
          isTouch={isTouch}
          before={<span className={styles.chip}>{title}</span>}
          placeholder="Choose an action"
          query={query}
          onQueryChange={(next) => palette.dispatch({ type: 'query', query: next })}
          sections={sections}
          active={active?.value ?? ''}
          onActiveChange={setActive}
          onChoose={choose}
          onKeyDown={(event) => {
            if (isComposing(event) || event.key !== 'Backspace' || query !== '') return
            event.preventDefault()
            palette.dispatch({ type: 'pop' })
          }}
          empty="No such action."
        />
      </div>
      {isTouch ? null : (
        <Footer
          hints={[
            { keys: 'Enter', text: 'choose' },
            { keys: 'Escape', text: 'back' },
          ]}
        />
      )}
    </>
  )
}

let count = 0

/** Returns the actions of a row, besides running it. */
export function actionsOf(
  row: RunRow,
  { catalog, recents }: Pick<CommandCenter, 'catalog' | 'recents'>,
): ActionsPage {
  const sourceActions = (row.source?.actions ?? []).flatMap((ref): Action[] => {
    const state = catalog.get(ref.command)
    if (!state || !isUsable(state, ref.args)) return []
    return [
      {
        label: state.title,
        run: ref,
        ...(state.icon && { icon: state.icon }),
        // A key applies to the page, so it is not shown for an action on this row.
        ...(state.keys[0] && !ref.args && { keys: state.keys[0] }),
      },
    ]
  })
  // Actions on the command itself. They do not apply to rows of sources, which represent content.
  const about = row.source
    ? []
    : catalog.list().flatMap(({ id, icon, isEnabled }): Action[] => {
        const label = isEnabled ? catalog.find(id)?.item.nameForCommands : undefined
        if (label === undefined) return []
        const run = { command: id, args: { command: row.ref.command } }
        return [{ label, run, ...(icon && { icon }) }]
      })
  const isFavourite = recents.isFavourite(row.ref)
  const actions: Action[] = [
    { label: 'Run', icon: 'play', keys: 'Enter', run: row.ref },
    { label: 'Run with defaults', icon: 'zap', keys: '$mod+Enter', run: row.ref, isQuick: true },
    ...sourceActions,
    ...about,
    {
      label: isFavourite ? 'Remove from favourites' : 'Add to favourites',
      icon: 'star',
      run: () => recents.toggleFavourite(row.ref, row.title),
    },
  ]
  // Negative, so that it never equals the id of a page whose answer is awaited.
  return { kind: 'actions', id: --count, query: '', title: row.title, actions, isBusy: false }
}
