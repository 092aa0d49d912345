import { preload } from '@typecase/plugin-sdk/module'
import { isComposing } from '@typecase/ui/keyboard'
import { PlainButton } from '@typecase/ui/plain-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Announcer, Commands } from '@typecase/plugin-sdk/services'
import { fold } from '@typecase/plugin-sdk/text-match'
import {
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { formatNumber } from '@typecase/ui/format'

import { CommandCore } from '../core/command-core.ts'
import { PaletteControl } from './controller.ts'
import { actionsOf } from './actions-view.tsx'
import { Footer, Leave } from './footer.tsx'
import { PickList } from './pick-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import type { RunRow } from './row.ts'
import type { SearchPage } from './state.ts'
import { useActive, useOnceCurrent } from './list.tsx'
import { useAnnounce } from './announce.ts'
import { splitQuery, useSearch } from './search.ts'
import type { CommandCenter } from '../commands/commands.ts'
import styles from './palette.module.css'

/** The first page of the palette: finds commands and content by a few letters. */
export function SearchView({ page, isTouch }: { page: SearchPage; isTouch: boolean }) {
  const palette = useService(PaletteControl)
  const center = useService(CommandCore)
  const commands = useService(Commands)
  const announcer = useService(Announcer)
  const search = useSearch()
  const previewId = useId()
  const { query, isHere, id } = page
  const looked = useRef<string>(undefined)

  // The search lives outside of React. It starts before the first paint, so that the palette opens with rows, and again
  // for text that is typed before the field has the focus.
  useLayoutEffect(() => {
    if (looked.current !== query) search.look(query, isHere)
    looked.current = query
  }, [search, query, isHere])
  useLayoutEffect(
    () => () => {
      looked.current = undefined
      search.stop()
    },
    [search],
  )
  // Commands may change while the palette is open: a plugin is added, or a role changes.
  useEffect(() => {
    let states = center.catalog.list()
    return center.catalog.subscribe(() => {
      const list = center.catalog.list()
      if (list === states) return
      states = list
      search.refresh()
    })
  }, [center, search])

  const { sections, isPending, isTentative, failure } = useSyncExternalStore(
    search.results.subscribe,
    search.results.get,
  )
  const [active, setActive] = useActive(sections, query)
  useAnnounce(sections, active, query)
  useWarm(center, active?.ref.command)

  function look(next: string) {
    looked.current = next
    search.look(next, isHere)
    palette.dispatch({ type: 'query', query: next })
  }

  // Escape cancels a row that is being unfolded, like a command that is preparing.
  useEffect(() => {
    if (!page.isBusy) search.fold()
  }, [search, page.isBusy])

  function choose(row: RunRow, isQuick = false) {
    if (page.isBusy) return
    if (row.reason) return announcer.say(row.reason)
    palette.dispatch({ type: 'busy', id, isBusy: true })
    if (row.unfold) void unfold(row)
    else run(row, isQuick)
  }

  async function unfold(row: RunRow) {
    const only = await search.unfold(row)
    if (only) run(only)
    else palette.dispatch({ type: 'busy', id, isBusy: false })
  }

  function run(row: RunRow, isQuick = false) {
    if (row.learnAs) center.recents.learn(splitQuery(query).text, row.learnAs)
    if (row.source) center.recents.name(row.ref, row.title)
    const proposal = row.source?.proposal
    void commands.run(row.ref, { source: 'palette', isQuick, ...(proposal && { proposal }) })
  }

  // If the first command only resembles the text, wait for the sources: one may find an exact match.
  const isFirst = active?.value === sections[0]?.rows[0]?.value
  const isGuess = isTentative && isFirst && !active?.source
  const runFirst = useOnceCurrent(query, isGuess, (isQuick: boolean) => {
    if (active) choose(active, isQuick)
  })

  const tabbed = search.queryAfterTab(query)

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Backspace' && query === '') {
      event.preventDefault()
      palette.dispatch({ type: 'pop' })
    } else if (event.key === 'Tab' && (active || tabbed)) {
      event.preventDefault()
      const { prefix = '' } = splitQuery(query)
      const title = active?.title.replace(/…$/, '') ?? ''
      const isBegun = fold(title).startsWith(fold(query))
      if (!event.shiftKey) look((!isBegun && tabbed) || prefix + title)
    } else if (event.key === 'Enter' && (active || isPending)) {
      event.preventDefault()
      runFirst(isMod)
    } else if (event.key === '.' && isMod && active) {
      event.preventDefault()
      palette.dispatch({ type: 'push', page: actionsOf(active, center) })
    }
  }

  return (
    <>
      <div className={styles.body}>
        <PickList
          isTouch={isTouch}
          before={<About isHere={isHere} />}
          after={
            <Leave
              isBusy={page.isBusy}
              isTouch={isTouch}
              waitingFor={isPending ? 'Searching' : undefined}
            />
          }
          placeholder="Search or run a command"
          query={query}
          onQueryChange={look}
          sections={sections}
          active={active?.value ?? ''}
          onActiveChange={setActive}
          onChoose={choose}
          onKeyDown={handleKeyDown}
          describedBy={previewId}
          note={
            failure ? (
              <p className={`${styles.note} ${styles.error}`} role="alert">
                {failure}
              </p>
            ) : undefined
          }
          empty={isPending ? 'Searching…' : emptyText(query)}
        />
        {isTouch ? null : <PreviewPane id={previewId} row={active} />}
      </div>
      {isTouch ? null : (
        <Footer
          hints={[
            { keys: 'Enter', text: 'run' },
            { keys: 'Tab', text: 'complete' },
            { keys: '$mod+.', text: 'actions' },
          ]}
        >
          <Prefixes prefixes={search.prefixes()} onChoose={look} />
        </Footer>
      )}
    </>
  )
}

/** Shows the scope of commands: the selection, or the page if `isHere`. */
function About({ isHere }: { isHere: boolean }) {
  const count = useFacts((facts) => facts['selection.count'])
  if (!count && !isHere) return null
  const words = count ? `${formatNumber(count)} selected` : 'Here'
  return <span className={styles.chip}>{words}</span>
}

function Prefixes({
  prefixes,
  onChoose,
}: {
  prefixes: readonly { prefix: string; title: string }[]
  onChoose: (prefix: string) => void
}) {
  return prefixes.map(({ prefix, title }) => (
    <PlainButton
      key={prefix}
      excludeFromTabOrder
      className={styles.hint}
      onPress={() => onChoose(prefix)}
    >
      <kbd className={styles.prefix}>{prefix}</kbd>
      {title}
    </PlainButton>
  ))
}

function emptyText(query: string): string {
  const text = splitQuery(query).text.trim()
  return text === '' ? 'Type to search.' : `No results for “${text}”.`
}

/** Milliseconds that a row must be active before its command's code is fetched; shorter pauses occur while typing. */
const RESTS = 60

/** Fetches the code of the command that Enter would run. */
export function useWarm(center: Pick<CommandCenter, 'catalog'>, command: string | undefined): void {
  useEffect(() => {
    const entry = command === undefined ? undefined : center.catalog.find(command)
    if (!entry) return undefined
    const timer = setTimeout(() => preload(entry.item), RESTS)
    return () => clearTimeout(timer)
  }, [center, command])
}
