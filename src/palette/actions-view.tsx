import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'

import { fold } from '../commands/recents.ts'
import { useCore } from '../shell/core.tsx'
import { Footer } from './footer.tsx'
import { PickList } from './pick-list.tsx'
import type { ListRow } from './row.ts'
import type { Action, ActionsPage } from './state.ts'
import { useActive } from './use-active.ts'
import { useAnnounce } from './use-announce.ts'
import styles from './palette.module.css'

interface ActionRow extends ListRow {
  readonly action: Action
}

/** What else can be done with a row. */
export function ActionsView({ page, isTouch }: { page: ActionsPage; isTouch: boolean }) {
  const { palette } = useCore()
  const commands = useService(Commands)
  const { query, title, actions, id } = page
  const rows = actions
    .filter(({ label }) => fold(label).includes(fold(query)))
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
            if (event.key !== 'Backspace' || query !== '') return
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
