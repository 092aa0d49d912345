import type {
  Row as SourceRow,
  SearchContext,
  Source,
  SourceModule,
} from '@typecase/plugin-sdk/source'
import type { CommandState } from '@typecase/plugin-sdk/services'
import { refKey } from '@typecase/plugin-sdk/command'
import type { Services } from '@typecase/plugin-sdk/token'
import { fetchModule } from '@typecase/plugin-sdk/module'
import { useService } from '@typecase/plugin-sdk/react/services'

import type { CommandCenter } from '../commands/commands.ts'
import { browse, GO_TO } from '../commands/browse.ts'
import { finderOf } from '../commands/finder.ts'
import { type Tier, tierOfName, tiers } from '../commands/ranking.ts'
import type { Recent } from '../commands/recents.ts'
import type { Host } from '../kernel/host.ts'
import { createStore, type Store } from '../kernel/store.ts'
import { createVisible } from '../kernel/visible.ts'
import { argumentSource, WITH_ARGUMENTS } from './argument-source.ts'
import { cut, type ListSection, MAX_ROWS, type RunRow } from './row.ts'
import { CommandCore } from '../core/command-core.ts'
import { useCore } from '../core/core.tsx'

/** Limit of commands when sources have rows as well. */
const COMMANDS_BESIDE = 12
const MIN_CHARS = 2
const SOURCE_LIMIT = 5

export interface Results {
  readonly sections: readonly ListSection<RunRow>[]
  /** Whether a source has not answered yet. */
  readonly isPending: boolean
  /** Whether a source may replace the first row, because the commands only resemble the query. */
  readonly isTentative: boolean
  /** Why the chosen row could not be unfolded. */
  readonly failure?: string
}

export interface Search {
  readonly results: Pick<Store<Results>, 'get' | 'subscribe'>
  /** Searches for a query. The matching commands are in the results on return. */
  readonly look: (query: string, isHere: boolean) => void
  /** Searches again after commands or sources changed. Rows of sources stay, because the user may be choosing one. */
  readonly refresh: () => void
  readonly stop: () => void
  /**
   * Replaces the list with the rows that a row unfolds to.
   * @returns the row, if it is the only one and can be chosen right away; otherwise undefined
   */
  readonly unfold: (row: RunRow) => Promise<RunRow | undefined>
  /** Cancels the unfolding of a row. */
  readonly fold: () => void
  /** Searches commands by their words, best match first. */
  readonly find: (words: string, limit?: number) => readonly CommandState[]
  /** Adds the prefix of the source that handles Tab for this text; undefined if there is none. */
  readonly queryAfterTab: (text: string) => string | undefined
  /** Loads code and builds indexes, so that the first key press is fast. */
  readonly warm: () => Promise<void>
  /** Returns the available prefixes with the title of their source. */
  readonly prefixes: () => readonly { readonly prefix: string; readonly title: string }[]
}

export interface SearchParts {
  readonly host: Pick<Host, 'registry' | 'facts' | 'services'>
  readonly center: Pick<CommandCenter, 'catalog' | 'recents'>
}

const nothing: Results = { sections: [], isPending: false, isTentative: false }

/** Splits a query into the prefix that selects a source and the text. */
export function splitQuery(query: string): { prefix: Source['prefix']; text: string } {
  // The characters are exactly those of the type.
  const prefix = /^[>/#@!?]/.exec(query)?.[0] as Source['prefix']
  return { prefix, text: prefix ? query.slice(1) : query }
}

/** A parsed query. */
interface ParsedQuery {
  readonly prefix: Source['prefix']
  readonly text: string
  readonly isHere: boolean
}

/** Creates the search of the palette. It lives outside of React, so that each key press renders once. */
export function createSearch({ host, center }: SearchParts): Search {
  const { catalog, recents } = center
  const finder = finderOf(center)
  const { find } = finder
  const results = createStore(nothing)
  const visible = createVisible('sources', host.registry, host.facts)
  let controller = new AbortController()
  let looked: ParsedQuery = { prefix: undefined, text: '', isHere: false }
  /** Sections of commands, followed by those of sources in the order of their answers. */
  let commandSections: readonly ListSection<RunRow>[] = []
  let sections: readonly ListSection<RunRow>[] = []
  /** The tier of the best command; undefined if there is none. */
  let best: Tier | undefined
  let queried = new Set<Source>()
  /** Number of sources that have not answered yet. */
  let waiting = 0
  let unfolding = new AbortController()
  let failure: string | undefined

  function commandsFor(query: string, limit: number): ListSection<RunRow> {
    const ranked = find(query, limit, recents.choicesFor(query))
    best = ranked[0]?.tier
    const open = new Set(ranked.flatMap(({ item }) => (item.isEnabled ? item.title : [])))
    // Hides disabled commands with the title of an enabled one, such as the home of a bucket and that of an account.
    const rows = ranked
      .filter(({ item }) => item.isEnabled || !open.has(item.title))
      .map(({ item, ranges }) => ({ ...rowOf(item), ranges }))
    return { id: 'commands', heading: 'Commands', rows }
  }

  const withArguments = argumentSource({ find, commandOf: (id) => catalog.find(id)?.item })

  function rowOfRecent({ ref, label }: Recent): RunRow {
    const state = catalog.get(ref.command)
    return {
      ...(state && rowOf(state)),
      value: `recent ${refKey(ref)}`,
      title: ref.args ? label : (state?.title ?? label),
      ref,
    }
  }

  function suggestions(isHere: boolean): ListSection<RunRow>[] {
    const limit = isHere ? MAX_ROWS : undefined
    const { favourites, recent, first, here, all } = browse(
      catalog.list(),
      recents,
      catalog.relevance,
      limit,
    )
    const about = { id: 'here', heading: 'Here', rows: here.map(rowOf) }
    if (isHere && here.length > 0) return [about]
    const groups = Map.groupBy(all, ({ group }) => group)
    return [
      { id: 'favourites', heading: 'Favourites', rows: favourites.map(rowOfRecent) },
      { id: 'recent', heading: 'Recently used', rows: recent.map(rowOfRecent) },
      about,
      { id: 'first', heading: 'Start here', rows: first.map(rowOf) },
      ...[...groups]
        .sort(([a], [b]) => positionOf(a) - positionOf(b))
        .map(([group, states]) => ({
          id: `group ${group}`,
          heading: group,
          // The list shows no more rows in total.
          rows: states.slice(0, MAX_ROWS).map((state) => withoutGroup(rowOf(state))),
        })),
    ]
  }

  function builtInSections({ prefix, text, isHere }: ParsedQuery): ListSection<RunRow>[] {
    if (prefix !== undefined && prefix !== '>') return []
    if (text === '') return suggestions(isHere)
    const commands = commandsFor(text, prefix === '>' || isHere ? MAX_ROWS : COMMANDS_BESIDE)
    if (!isHere) return [commands]
    const rows = commands.rows.filter(({ ref }) => catalog.relevance(ref.command) > 0)
    return [{ ...commands, rows }]
  }

  async function ask(
    source: Source,
    text: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<ListSection<RunRow> | undefined> {
    try {
      const module = await moduleOf(source)
      if (signal.aborted) return undefined
      const { prefix } = looked
      const context = { ...contextOf(host, signal, limit), ...(prefix && { prefix }) }
      return sectionOf(source, (await module.search(text, context)).slice(0, limit))
    } catch {
      // A source that fails shows no rows for this query; the others continue.
      return undefined
    }
  }

  /**
   * Asks the sources, and then those of last resort if no other source has found a row.
   * @param isAlone whether there are no commands in the list, so that the first source gets the room that the others
   * leave
   */
  function askAll(all: readonly Source[], isAlone: boolean): void {
    const { signal } = controller
    const { text } = looked
    const [last, sources] = [all.filter(isLast), all.filter((source) => !isLast(source))]
    let remaining = sources.length
    let hasResults = false
    waiting += remaining

    async function take(source: Source, limit: number): Promise<void> {
      const section = await ask(source, text, limit, signal)
      if (signal.aborted) return
      remaining -= 1
      waiting -= 1
      // Append the section: the active row must not move while the user is about to choose it.
      if (section) sections = [...sections, section]
      hasResults ||= (section?.rows.length ?? 0) > 0
      if (remaining === 0 && !hasResults) void askLast(last)
      show()
    }

    for (const [group, source] of sources.entries()) {
      const isFirst = isAlone && group === 0
      const room = MAX_ROWS - SOURCE_LIMIT * (sources.length - 1)
      void take(source, isFirst ? room : (source.limit ?? SOURCE_LIMIT))
    }
  }

  /** Asks the sources of last resort. Their sections keep the order of the sources. */
  async function askLast(sources: readonly Source[]): Promise<void> {
    const { signal } = controller
    waiting += 1
    const all = await Promise.all(
      sources.map((source) => ask(source, looked.text, source.limit ?? SOURCE_LIMIT, signal)),
    )
    if (signal.aborted) return
    waiting -= 1
    sections = [...sections, ...all.flatMap((section) => section ?? [])]
    show()
  }

  function show(): void {
    const { text } = looked
    const [named, others] = splitByName(sections, (row) => isCalled(row, text, best))
    const top = { id: 'named', heading: 'Best match', rows: named }
    const isPending = waiting > 0
    results.set({
      sections: cut([top, ...filledIn(commandSections, others)]),
      isPending,
      isTentative: isPending && (best === undefined || best === tiers.fuzzy),
      ...(failure && { failure }),
    })
  }

  /** Searches the commands, and asks the sources that have not been asked for this query. */
  function lookOn(): void {
    const { prefix, text, isHere } = looked
    const sources = [withArguments, ...visible.get().map(({ item }) => item)]
      .filter((source) => !queried.has(source))
      .filter((source) => prefix === undefined || source.prefix === prefix)
      .filter(
        ({ minChars = MIN_CHARS }) => text.length >= (prefix ? Math.min(minChars, 1) : minChars),
      )
    if (prefix !== '>' && !isHere) {
      for (const source of sources) queried.add(source)
      if (sources.some((source) => !isLast(source))) askAll(sources, prefix !== undefined)
      else if (prefix !== undefined) void askLast(sources)
    }
    best = undefined
    commandSections = builtInSections(looked)
    show()
  }

  function forget(): void {
    controller.abort()
    controller = new AbortController()
    queried = new Set()
    waiting = 0
    sections = []
    failure = undefined
    unfolding.abort()
  }

  return {
    results,
    look(query, isHere) {
      forget()
      const { prefix, text } = splitQuery(query)
      looked = { prefix, text: text.trim(), isHere }
      lookOn()
    },
    async unfold({ unfold }) {
      unfolding.abort()
      unfolding = new AbortController()
      const { signal } = unfolding
      failure = undefined
      try {
        const section = await unfold?.(contextOf(host, signal, MAX_ROWS))
        if (signal.aborted || !section) return undefined
        const [only, ...others] = section.rows
        if (only && others.length === 0 && !only.reason) return only
        commandSections = []
        sections = [section]
      } catch (error) {
        if (signal.aborted) return undefined
        failure = error instanceof Error ? error.message : String(error)
      }
      show()
      return undefined
    },
    fold: () => unfolding.abort(),
    find: (words, limit) => find(words, limit).map(({ item }) => item),
    queryAfterTab(text) {
      const source = visible.get().find(({ item }) => item.takesTab?.(text))?.item
      return source?.prefix && source.prefix + text
    },
    refresh: lookOn,
    stop() {
      forget()
      results.set(nothing)
    },
    async warm() {
      // With ten thousand commands, each step takes a frame or two, so key presses are handled in between.
      catalog.list()
      await breathe()
      finder.warm()
      await breathe()
      const { signal } = new AbortController()
      for (const { item } of visible.get()) {
        try {
          await (await moduleOf(item)).warm?.(contextOf(host, signal, SOURCE_LIMIT))
        } catch {
          // The source is asked again when it is needed.
        }
      }
    },
    prefixes() {
      const seen = new Map([['>', 'commands']])
      for (const { item } of visible.get()) {
        // Sources of last resort are offered when needed, and the footer has little room.
        if (item.prefix && !isLast(item) && !seen.has(item.prefix))
          seen.set(item.prefix, item.title.toLowerCase())
      }
      return [...seen].map(([prefix, title]) => ({ prefix, title }))
    },
  }
}

/**
 * Whether the row of a source belongs before all commands: its name equals the query and no command's does, or its
 * words begin like the query and the commands only resemble it. Content, which is plentiful, never precedes a command
 * whose title matches.
 */
function isCalled(row: RunRow, text: string, best: Tier = tiers.fuzzy): boolean {
  // “Search all fields for “fog”” quotes the query, and is not named after it.
  if (text === '' || row.title.includes(`“${text.trim()}”`)) return false
  const tier = tierOfName(row.title, text)
  if (tier === tiers.exact) return best > (row.isContent ? tiers.wordPrefix : tiers.learned)
  return tier === tiers.wordPrefix && best === tiers.fuzzy
}

/** Moves the rows that pass a test out of their sections, names before content. */
function splitByName(
  sections: readonly ListSection<RunRow>[],
  isNamed: (row: RunRow) => boolean,
): readonly [named: RunRow[], others: ListSection<RunRow>[]] {
  const candidates = sections.filter(({ id }) => id !== WITH_ARGUMENTS)
  const matches = candidates
    .flatMap(({ rows }) => rows)
    .filter(isNamed)
    .toSorted((a, b) => Number(a.isContent) - Number(b.isContent))
    .slice(0, SOURCE_LIMIT)
  const others = sections.map((section) => ({
    ...section,
    rows: section.rows.filter((row) => !matches.includes(row)),
  }))
  return [matches, others]
}

/** Replaces commands in the list with the same commands with arguments. */
function filledIn(
  commandSections: readonly ListSection<RunRow>[],
  sections: readonly ListSection<RunRow>[],
): readonly ListSection<RunRow>[] {
  const filled = sections.find(({ id }) => id === WITH_ARGUMENTS)
  if (!filled) return [...commandSections, ...sections]
  const byCommand = Map.groupBy(filled.rows, ({ ref }) => ref.command)
  const commandIds = new Set(
    commandSections.flatMap(({ rows }) => rows.map(({ ref }) => ref.command)),
  )
  const visibleSections = commandSections.map((section) => ({
    ...section,
    rows: section.rows.flatMap((row) => byCommand.get(row.ref.command) ?? row),
  }))
  const others = filled.rows.filter(({ ref }) => !commandIds.has(ref.command))
  const rest = sections.map((section) =>
    section === filled ? { ...section, rows: others } : section,
  )
  return [...visibleSections, ...rest]
}

const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Returns the rank of a group before the user types. Groups in between keep their order. */
function positionOf(group: string): number {
  const rank = [GO_TO].indexOf(group)
  const last = ['Help', 'View', 'Account', 'Plugins'].indexOf(group)
  return rank >= 0 ? rank - 1 : last + 1
}

const isLast = ({ isLastResort = false }: Source): boolean => isLastResort

const sectionOf = (source: Source, rows: readonly SourceRow[]): ListSection<RunRow> => ({
  id: source.id,
  heading: source.title,
  rows: rows.map((row) => rowOfSource(source, row)),
})

/** Returns the row of a command. */
export function rowOf(state: CommandState): RunRow {
  // “Go to Trash” already contains the name of its group.
  const group = state.title.startsWith(`${state.group} `) ? undefined : state.group
  const subtitle = state.reason ?? group
  return {
    value: `command ${state.id}`,
    title: state.title,
    ...(subtitle && { subtitle }),
    ref: { command: state.id },
    learnAs: state.id,
    ...(state.icon && { icon: state.icon }),
    ...(state.keys[0] && { keys: state.keys[0] }),
    ...(!state.isEnabled && { reason: state.reason ?? 'Not available here.' }),
  }
}

function withoutGroup({ subtitle: _group, ...row }: RunRow): RunRow {
  return row
}

function rowOfSource(source: Source, row: SourceRow): RunRow {
  return {
    value: `row ${source.id} ${row.id}`,
    title: row.title,
    ref: row.run,
    source: row,
    isContent: source.prefix === '/' || source.prefix === '!',
    ...(row.subtitle && { subtitle: row.subtitle }),
    ...(row.icon && { icon: row.icon }),
    ...(row.ranges && { ranges: row.ranges }),
    ...(row.reason && { reason: row.reason, subtitle: row.reason }),
    ...(row.unfold && {
      unfold: async (context) => sectionOf(source, (await row.unfold?.(context)) ?? []),
    }),
  }
}

function contextOf(
  { services, facts }: { services: Services; facts: Host['facts'] },
  signal: AbortSignal,
  limit: number,
): SearchContext {
  return { services, facts: facts.get(), signal, limit }
}

const moduleOf = (source: Source): Promise<SourceModule> =>
  fetchModule(source, `The source ${source.id}`)

const searches = new WeakMap<CommandCenter, Search>()

/** Returns the search of an app. There is one per command centre. */
export function searchOf(host: Host, center: CommandCenter): Search {
  const search = searches.get(center) ?? createSearch({ host, center })
  searches.set(center, search)
  return search
}

/** Returns the search of this app. */
export function useSearch(): Search {
  const { host } = useCore()
  return searchOf(host, useService(CommandCore))
}
