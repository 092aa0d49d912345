import type { Ref } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { focusedIn } from '@typecase/plugin-sdk/focus'
import { isComposing, typesCharacter } from '@typecase/ui/keyboard'
import { atom } from 'jotai/vanilla'

import type { FocusController } from '../focus/focus-service.ts'
import type { Atoms } from '../kernel/store.ts'
import { applies, choose, mayFire } from './choose.ts'
import { type FocusContext, innermost, focusContextOf } from '../focus/focus-context.ts'
import type { Keymap } from './keymap.ts'
import {
  type ActiveBinding,
  beyond,
  buildTrie,
  follow,
  isOptionEdit,
  isSilent,
  type TrieNode,
} from './press.ts'
import { createPressQueue } from './press-queue.ts'

/** Milliseconds after which a sequence runs although a longer one could follow. */
export const SHORTER_AFTER = 600
/** Milliseconds after which an incomplete sequence is dropped. */
export const FORGOTTEN_AFTER = 1500

/** An incomplete sequence, for the indicator. */
export interface Pending {
  /** The keys pressed so far, in tinykeys' syntax. */
  readonly pressed: string
  /** The keys that may follow. */
  readonly next: readonly { readonly keys: string; readonly title: string }[]
}

export const pendingAtom = atom<Pending | undefined>(undefined)

export interface Dispatcher {
  /** Handles a press. @returns whether it was used, so that no other handler should act on it */
  readonly handle: (event: KeyboardEvent) => boolean
  /** Listens on a window. @returns stop */
  readonly listen: (target: Window) => () => void
}

export interface DispatcherParts {
  readonly atoms: Atoms
  readonly keymap: Pick<Keymap, 'bindings' | 'subscribe'>
  readonly facts: () => FactValues
  /** Runs an immediate command. @returns whether the command is immediate */
  readonly runNow: (command: ActiveBinding['command'], ref: Ref) => boolean
  /** Runs a command. @returns the run, if the following keys depend on its effect on selection, page or focus */
  readonly run: (ref: Ref) => Promise<unknown> | undefined
  readonly focus: Pick<FocusController, 'stepOut' | 'typeAtFocus'>
  /** Takes presses that are meant for the palette while its field does not have the focus yet. */
  readonly typeahead: { take(event: KeyboardEvent, target?: EventTarget | null): boolean }
}

/** Creates the dispatcher, which runs commands for keys. One listener and one state serve the keys of all plugins. */
export function createDispatcher({
  atoms,
  keymap,
  facts,
  runNow,
  run,
  focus,
  typeahead,
}: DispatcherParts): Dispatcher {
  let root: TrieNode | undefined
  let prefixes: readonly TrieNode[] = []
  let shorter: ActiveBinding | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReplayed = false
  const queue = createPressQueue(replay)
  /** Whether presses are queued until a menu or dialog that Escape closes has given the focus back. */
  let isClosing = false
  keymap.subscribe(() => {
    root = undefined
    forget()
  })

  function forget(): void {
    clearTimeout(timer)
    prefixes = []
    shorter = undefined
    atoms.set(pendingAtom, undefined)
  }

  function fire({ entry, command }: ActiveBinding): void {
    forget()
    const ref = { command: entry.command, ...(entry.args && { args: entry.args }) }
    // After a replayed press, later presses wait until the page is drawn, because they refer to the new page.
    const running = runNow(command, ref) ? isReplayed && drawn : run(ref)
    if (running) queue.hold(running)
  }

  /** Runs the complete shorter sequence, if there is one, without waiting for a longer one. */
  function settle(): void {
    if (shorter) fire(shorter)
    else forget()
  }

  function handle(event: KeyboardEvent, target: EventTarget | null = innermost(event)): boolean {
    if (isSilent(event)) return false
    const context = focusContextOf(target)
    if (context.isInRecorder) return false
    if ((context.isInText || context.isInCode) && isOptionEdit(event)) {
      settle()
      return false
    }
    // Another Escape for the next overlay is not queued.
    const isNextLayer = isClosing && event.key === 'Escape'
    const mayWait = isBehind(event) || mayLead(event, context) || isForRows(event, context)
    if (queue.isHolding() && !isNextLayer && mayWait) {
      if (!event.repeat) queue.add(event)
      return true
    }
    if (prefixes.length > 0) {
      // This is key repeat of the press that began the sequence.
      if (event.repeat) return true
      if (event.key === 'Escape') {
        forget()
        return true
      }
      const onward = follow(prefixes, event)
      if (onward.length > 0) return arrive(onward, event, () => true)
      settle()
    }
    root ??= buildTrie(keymap.bindings())
    return arrive(follow([root], event), event, (binding) => mayFire(binding, context))
  }

  /** Whether a press must wait: a character for the press that opens its field, Enter for the text typed before it. */
  const isBehind = (event: KeyboardEvent): boolean =>
    !isReplayed &&
    queue.isHolding() &&
    queue.hasPresses() &&
    (isCharacter(event) || isEnterOf(focusContextOf(innermost(event)), event))

  /** Replays a queued press at the current focus. */
  function replay(event: KeyboardEvent): void {
    const target = focusedIn(document)
    isReplayed = true
    const isTaken = typeahead.take(event, target) || handle(event, target)
    isReplayed = false
    if (isTaken) return
    const context = focusContextOf(target)
    // The character was meant for the text field that has the focus by this time, such as that of the palette.
    if (context.isInText && isCharacter(event)) return void focus.typeAtFocus(event.key)
    if (isEnterOf(context, event)) {
      // Enter chooses from the rows that match the text typed before it.
      const pressed = nextTask(() => {
        isReplayed = true
        pressAgain(focusedIn(document), event)
        isReplayed = false
      })
      return queue.hold(pressed)
    }
    if (!isForRows(event, context)) return
    pressAgain(target, event)
    // The next press refers to the rows drawn after this one.
    queue.hold(drawn)
  }

  /** Whether a press could run a command here, regardless of facts. Dialogs handle their keys themselves. */
  function mayLead(event: KeyboardEvent, context: FocusContext): boolean {
    if (context.isInDialog) return false
    root ??= buildTrie(keymap.bindings())
    return follow([root], event).some((node) =>
      [...node.bindings, ...beyond(node)].some((binding) => mayFire(binding, context)),
    )
  }

  /**
   * Whether the focused widget comes first: Escape leaves a level only if the widget does not close or undo anything.
   */
  function isForWidgets({ key }: KeyboardEvent): boolean {
    return key === 'Escape' && prefixes.length === 0 && (isClosing || !queue.isHolding())
  }

  /**
   * Queues presses until the focus is back. Before that, they would apply to the page: Delete would delete a row that
   * does not have the focus.
   */
  function holdForFocus(): void {
    if (queue.isHolding()) return
    isClosing = true
    const settled = focusComes(document).then(() => void (isClosing = false))
    queue.hold(settled)
  }

  function arrive(
    nodes: readonly TrieNode[],
    event: KeyboardEvent,
    isAllowed: (binding: ActiveBinding) => boolean,
  ): boolean {
    const now = facts()
    const isUsable = (one: ActiveBinding): boolean => isAllowed(one) && applies(one, now)
    const chosen = choose(nodes.flatMap(({ bindings }) => bindings).filter(isUsable), now)
    const longer = nodes.flatMap((node) => [...beyond(node)]).filter(isUsable)
    // Key repeat: the browser must not act on it either, but the command has run already.
    if (event.repeat && !chosen?.entry.isRepeatable)
      return chosen !== undefined || longer.length > 0
    if (longer.length > 0) {
      wait(nodes, chosen, longer)
      return true
    }
    if (chosen) fire(chosen)
    else forget()
    return chosen !== undefined
  }

  function wait(
    nodes: readonly TrieNode[],
    chosen: ActiveBinding | undefined,
    longer: readonly ActiveBinding[],
  ): void {
    clearTimeout(timer)
    prefixes = nodes
    shorter = chosen
    const depth = (atoms.get(pendingAtom)?.pressed.split(' ').length ?? 0) + 1
    const split = (keys: string): string[] => keys.trim().split(' ')
    atoms.set(pendingAtom, {
      pressed: split(longer[0]?.entry.keys ?? '')
        .slice(0, depth)
        .join(' '),
      next: longer.map(({ entry }) => ({
        keys: split(entry.keys).slice(depth).join(' '),
        title: entry.title,
      })),
    })
    timer = setTimeout(settle, chosen ? SHORTER_AFTER : FORGOTTEN_AFTER)
  }

  return {
    handle,
    listen(target) {
      function listener(event: KeyboardEvent): void {
        if (isComposing(event)) {
          // React Aria reads only this property, and Safari does not set it for the press that ends a composition.
          Object.defineProperty(event, 'isComposing', { value: true })
          return
        }
        const isForPalette = !isBehind(event) && typeahead.take(event)
        if (!isForPalette && isForWidgets(event)) {
          if (focusContextOf(innermost(event)).isInDialog) holdForFocus()
          return
        }
        if (!isForPalette && !handle(event)) return
        event.preventDefault()
        event.stopPropagation()
      }
      function leave(event: KeyboardEvent): void {
        if (isComposing(event) || !isForWidgets(event) || event.defaultPrevented) return
        if (handle(event) || focus.stepOut(innermost(event))) event.preventDefault()
      }
      // Uses the capture phase, so that the focused widget does not act on the same press.
      target.addEventListener('keydown', listener, { capture: true })
      target.addEventListener('keydown', leave)
      target.addEventListener('blur', forget)
      return () => {
        forget()
        target.removeEventListener('keydown', listener, { capture: true })
        target.removeEventListener('keydown', leave)
        target.removeEventListener('blur', forget)
      }
    },
  }
}

/** The queue itself waits until the page is drawn, so there is nothing else to wait for. */
const drawn = Promise.resolve()

/** Milliseconds within which a closing menu should give the focus back. */
const FOCUS_COMES_WITHIN = 100

/** Resolves when an element outside of overlays has the focus, or after a short timeout. */
function focusComes(document: Document): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      resolve()
    }
    function look(event: FocusEvent): void {
      if (!focusContextOf(innermost(event)).isInDialog) end()
    }
    const timer = setTimeout(end, FOCUS_COMES_WITHIN)
    document.addEventListener('focusin', look)
  })
}

/** Does work in the next task, when changes are rendered. Resolves when it is done. */
const nextTask = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      work()
      resolve()
    })
  })

const pressAgain = (target: Element | null, event: KeyboardEvent): void =>
  void target?.dispatchEvent(new KeyboardEvent(event.type, event))

/** Whether an Enter is meant for the field of a dialog, such as the palette's. */
const isEnterOf = ({ isInText, isInDialog }: FocusContext, { key }: KeyboardEvent): boolean =>
  key === 'Enter' && isInText && isInDialog

const isCharacter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && typesCharacter(event)

const ROW_KEYS = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|Enter| )$/

/** Whether a list would handle a press: these keys move between rows and select them, so they must keep their order. */
function isForRows({ key }: KeyboardEvent, context: FocusContext): boolean {
  return context.isInRows && !context.isInText && !context.isInDialog && ROW_KEYS.test(key)
}
