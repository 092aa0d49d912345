import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { type ArgsOf, defineCommand } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'
import { type ListPage, listPage } from '@typecase/plugin-sdk/list-page'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Plugins } from '@typecase/plugin-sdk/plugins'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import {
  Announcer,
  Commands,
  Navigation,
  Storage,
  Theme,
  type ThemeName,
  themes,
  Toasts,
} from '@typecase/plugin-sdk/services'
import { has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { type Region, regions } from '@typecase/ui/format'
import { regionChoices } from '@typecase/ui/regions'

import { CommandCore } from '../core/command-core.ts'
import { ShellState } from './shell-state.ts'
import { sidebarCommands } from './sidebar-commands.ts'
import { widgetKeys } from './widget-keys.ts'
import { saveRegion } from '../core/region.ts'

const isLoggedIn = has('session.isLoggedIn')
/** Limit of recent commands to search for the last one that changed something. */
const REPEATABLE = 50
/** Limit of emoji that the palette shows at once. */
const EMOJI_ROWS = 50

const repeatLast = defineCommand({
  id: 'shell.repeat-last',
  title: 'Repeat last command',
  aliases: ['Do it again'],
  keywords: ['again', 'once more'],
  group: 'Edit',
  icon: 'redo-2',
  when: isLoggedIn,
  effect: 'none',
  load: () =>
    Promise.resolve({
      async run(_args, { services, source }) {
        const { recents, catalog } = services.get(CommandCore)
        // Navigation is not worth repeating.
        const last = recents.list(REPEATABLE).find(({ ref }) => {
          const effect = catalog.find(ref.command)?.item.effect
          return effect === 'write' || effect === 'destructive'
        })
        if (!last) return { message: 'There is no command to repeat yet.' }
        // Optional arguments that were skipped are not asked for again.
        await services.get(Commands).run(last.ref, { source, isQuick: true })
        return undefined
      },
    }),
})

const retryFailed = defineCommand({
  id: 'shell.retry-failed',
  title: 'Retry failed',
  aliases: ['Retry what failed'],
  keywords: ['again', 'errors', 'failures'],
  group: 'Edit',
  icon: 'refresh-cw',
  when: isLoggedIn,
  effect: 'none',
  load: () =>
    Promise.resolve({
      async run(_args, { services, source }) {
        const ref = services.get(CommandCore).lastFailed()
        if (!ref) return { message: 'Nothing failed in the last command.' }
        await services.get(Commands).run(ref, { source, isQuick: true })
        return undefined
      },
    }),
})

const setTheme = defineCommand({
  id: 'shell.set-theme',
  title: 'Set theme…',
  keywords: ['appearance', 'dark', 'light', 'system'],
  group: 'View',
  icon: 'sun',
  effect: 'none',
  args: () => type({ theme: type.enumerated(...themes).as<ThemeName>() }),
  ask: {
    theme: {
      kind: 'choice',
      title: 'Theme',
      choices: [
        { value: 'light', label: 'Light', icon: 'sun' },
        { value: 'dark', label: 'Dark', icon: 'moon' },
        { value: 'system', label: 'System', icon: 'monitor' },
      ],
    },
  },
  runNow: ({ theme }, { services }) => services.get(Theme).set(theme),
})

const chooseRegion = defineCommand({
  id: 'shell.set-region',
  title: 'Set dates and numbers…',
  aliases: ['Date format', 'Number format', 'Region'],
  keywords: ['locale', 'time', '24 hours', 'iso', 'american', 'british', 'german', 'decimal comma'],
  group: 'View',
  icon: 'calendar',
  effect: 'none',
  args: () => type({ region: type.enumerated(...regions).as<Region>() }),
  ask: {
    region: {
      kind: 'choice',
      title: 'Dates and numbers',
      choices: regionChoices.map(({ id, label, sample }) => ({ value: id, label, help: sample })),
    },
  },
  runNow({ region }, { services }) {
    saveRegion(services.get(Storage), region)
    const label = regionChoices.find(({ id }) => id === region)?.label
    services.get(Announcer).say(`Dates and numbers: ${label}`)
  },
})

const toggleSidebar = defineCommand({
  id: 'shell.toggle-sidebar',
  title: 'Expand or collapse the sidebar',
  aliases: ['Toggle sidebar'],
  keywords: ['navigation', 'panel', 'menu'],
  group: 'View',
  icon: 'panel-left',
  when: isLoggedIn,
  effect: 'none',
  runNow(_args, { services }) {
    const shell = services.get(ShellState)
    shell.setSidebarOpen(!shell.isSidebarOpen())
  },
})

const emojiArgs = () => type({ emoji: 'string' })

const insertEmoji = defineCommand({
  id: 'shell.insert-emoji',
  title: 'Insert emoji…',
  aliases: ['Emoji'],
  keywords: ['smiley', 'symbol', 'character', 'emoticon'],
  group: 'Text',
  icon: 'smile',
  when: has('focus.hasText'),
  effect: 'none',
  args: emojiArgs,
  ask: {
    emoji: {
      kind: 'picker',
      title: 'Emoji',
      placeholder: 'Which emoji?',
      async search(query) {
        const { loadEmojiGroups, searchEmoji } = await import('@typecase/ui/emoji-data')
        return searchEmoji(await loadEmojiGroups(), query)
          .slice(0, EMOJI_ROWS)
          .map(({ emoji, name }) => ({ id: emoji, value: emoji, label: `${emoji} ${name}` }))
      },
    },
  },
  load: () =>
    Promise.resolve({
      async run({ emoji }: ArgsOf<typeof emojiArgs>, { services }) {
        if (await services.get(Focus).insertText(emoji)) return
        throw new Refusal('Click into a text field first.')
      },
    }),
})

const goUp = defineCommand({
  id: 'shell.go-up',
  title: 'Go up one level',
  aliases: ['Back to the list'],
  keywords: ['parent', 'leave', 'close', 'out'],
  group: 'Go',
  icon: 'arrow-up',
  when: has('route.up'),
  effect: 'nav',
  load: () =>
    Promise.resolve({
      run: async (_args, { facts, go }) => {
        if (facts['route.up'] !== undefined) await go(facts['route.up'] as `/${string}`)
      },
    }),
})

const onList = has('list.rowCount')
/** Rows in half a page of a list, regardless of the window size. */
const HALF_PAGE = 10

/** Defines a command for the keys of all lists. It is hidden in the palette. */
const listKey = (id: `shell.${string}`, title: string, runNow: (list: ListPage) => void) =>
  defineCommand({
    id,
    title,
    group: 'View',
    when: onList,
    effect: 'none',
    isInternal: true,
    runNow(_args, { page }) {
      const list = page(listPage)
      if (list) runNow(list)
    },
  })

const nextRow = listKey('shell.next-row', 'Next row', (list) => list.move(1))
const previousRow = listKey('shell.previous-row', 'Previous row', (list) => list.move(-1))
const firstRow = listKey('shell.first-row', 'First row', (list) => list.move(-Infinity))
const lastRow = listKey('shell.last-row', 'Last row', (list) => list.move(Infinity))
const halfPageDown = listKey('shell.half-page-down', 'Half a page down', (list) =>
  list.move(HALF_PAGE),
)
const halfPageUp = listKey('shell.half-page-up', 'Half a page up', (list) => list.move(-HALF_PAGE))
const toggleRow = listKey('shell.toggle-row', 'Select this row', (list) => list.toggle())

const copyAddress = defineCommand({
  id: 'shell.copy-address',
  title: 'Copy the address of this page',
  keywords: ['url of this page', 'link', 'url', 'share'],
  group: 'View',
  icon: 'copy',
  when: isLoggedIn,
  effect: 'none',
  load: () =>
    Promise.resolve({
      run: async (_args, { services }) => {
        const path = services.get(Navigation).current()
        await copyText(new URL(path, location.origin).href)
        services.get(Toasts).show({ message: 'Address copied.' })
      },
    }),
})

const disablePlugin = pluginCommand('disable')
const enablePlugin = pluginCommand('enable')

/** Defines the command that switches a plugin on or off, for example because it is faulty. */
function pluginCommand(verb: 'enable' | 'disable') {
  const isDisabling = verb === 'disable'
  return defineCommand({
    id: `shell.${verb}-plugin`,
    title: isDisabling ? 'Switch a plugin off…' : 'Switch a plugin on…',
    keywords: ['plugin', 'extension', verb],
    group: 'Plugins',
    icon: 'plug',
    when: isLoggedIn,
    effect: 'none',
    args: () => type({ plugin: 'string' }),
    ask: {
      plugin: {
        kind: 'picker',
        title: 'Plugin',
        search: async (query, { services }) =>
          services
            .get(Plugins)
            .list()
            .filter(({ status }) => (status === 'disabled') !== isDisabling)
            .filter(({ title }) => holdsWords(title, query))
            // These plugins contain the way back.
            .filter(({ id }) => id !== 'shell' && id !== 'session')
            .map(({ id, title, description, icon }) => ({
              id,
              value: id,
              label: title,
              ...(icon && { icon }),
              ...(description && { subtitle: description }),
            })),
      },
    },
    load: () =>
      Promise.resolve({
        run: async ({ plugin }: { plugin: string }, { services }) => {
          await services.get(Plugins)[verb](plugin)
          return {
            message: isDisabling ? 'Plugin turned off.' : 'Plugin turned on.',
            undo: {
              command: isDisabling ? 'shell.enable-plugin' : 'shell.disable-plugin',
              args: { plugin },
            },
          }
        },
      }),
  })
}

/** Commands and keys for signed-in users, loaded after the first page. */
export default {
  commands: [
    repeatLast,
    retryFailed,
    setTheme,
    chooseRegion,
    toggleSidebar,
    ...sidebarCommands,
    insertEmoji,
    goUp,
    copyAddress,
    nextRow,
    previousRow,
    firstRow,
    lastRow,
    halfPageDown,
    halfPageUp,
    toggleRow,
    disablePlugin,
    enablePlugin,
  ],
  keys: [
    { keys: '$mod+\\', command: toggleSidebar.id },
    // In text, this key makes letters bold.
    { keys: '$mod+b', command: toggleSidebar.id, when: not(has('focus.inText')) },
    { keys: 'j', command: nextRow.id, when: onList, isRepeatable: true },
    { keys: 'k', command: previousRow.id, when: onList, isRepeatable: true },
    { keys: 'x', command: toggleRow.id, when: onList },
    { keys: 'Escape', command: goUp.id, when: not(has('zen')) },
  ],
  widgetKeys,
} satisfies PluginPart
