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

/** Milliseconds after which a shorter sequence runs when a longer one could still come. */
export const SHORTER_AFTER = 600
/** Milliseconds after which a sequence that was begun is forgotten. */
export const FORGOTTEN_AFTER = 1500

/** A sequence that was begun: what the indicator shows. */
export interface Pending {
  /** The keys pressed so far, in tinykeys' syntax. */
  readonly pressed: string
  /** The keys that may follow. */
  readonly next: readonly { readonly keys: string; readonly title: string }[]
}

export const pendingAtom = atom<Pending | undefined>(undefined)

export interface Dispatcher {
  /** Handles a press. @returns whether it was taken, so that no one else should act on it */
  readonly handle: (event: KeyboardEvent) => boolean
  /** Listens on a window. @returns stop */
  readonly listen: (target: Window) => () => void
}

export interface DispatcherParts {
  readonly atoms: Atoms
  readonly keymap: Pick<Keymap, 'bindings' | 'subscribe'>
  readonly facts: () => FactValues
  /** Runs a command that takes no time. @returns whether it is one */
  readonly runNow: (command: ActiveBinding['command'], ref: Ref) => boolean
  /** @returns the run, where what the next keys are about – selection, page, focus – is known only after it */
  readonly run: (ref: Ref) => Promise<unknown> | undefined
  readonly focus: Pick<FocusController, 'stepOut' | 'typeAtFocus'>
  /** Takes presses that are meant for the palette, whose field does not have the focus yet. */
  readonly typeahead: { take(event: KeyboardEvent, target?: EventTarget | null): boolean }
}

/** The one place where keys become commands: one listener and one state for the bindings of all plugins. */
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
  let begun: readonly TrieNode[] = []
  let shorter: ActiveBinding | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReplayed = false
  const queue = createPressQueue(replay)
  /** Whether presses wait for the focus, which a menu or a dialog that Escape closes is giving back. */
  let isClosing = false
  keymap.subscribe(() => {
    root = undefined
    forget()
  })

  function forget(): void {
    clearTimeout(timer)
    begun = []
    shorter = undefined
    atoms.set(pendingAtom, undefined)
  }

  function fire({ entry, command }: ActiveBinding): void {
    forget()
    const ref = { command: entry.command, ...(entry.args && { args: entry.args }) }
    // Replay a held press together with the presses after it: they refer to the page drawn next.
    const running = runNow(command, ref) ? isReplayed && drawn : run(ref)
    if (running) queue.hold(running)
  }

  /** Runs the shorter sequence, if one is waiting for the longer ones. */
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
    // The next layer may close at once.
    const isNextLayer = isClosing && event.key === 'Escape'
    const mayWait = isBehind(event) || mayLead(event, context) || isForRows(event, context)
    if (queue.isHolding() && !isNextLayer && mayWait) {
      if (!event.repeat) queue.add(event)
      return true
    }
    if (begun.length > 0) {
      // Still the press that began it.
      if (event.repeat) return true
      if (event.key === 'Escape') {
        forget()
        return true
      }
      const onward = follow(begun, event)
      if (onward.length > 0) return arrive(onward, event, () => true)
      settle()
    }
    root ??= buildTrie(keymap.bindings())
    return arrive(follow([root], event), event, (binding) => mayFire(binding, context))
  }

  /** A character must not overtake the press that opens the field it is typed for, nor an Enter what is typed before it. */
  const isBehind = (event: KeyboardEvent): boolean =>
    !isReplayed &&
    queue.isHolding() &&
    queue.hasPresses() &&
    (isCharacter(event) || isEnterOf(focusContextOf(innermost(event)), event))

  /** A press that waited, where the focus is by now. */
  function replay(event: KeyboardEvent): void {
    const target = focusedIn(document)
    isReplayed = true
    const isTaken = typeahead.take(event, target) || handle(event, target)
    isReplayed = false
    if (isTaken) return
    const context = focusContextOf(target)
    // It was pressed for the text that has the focus by now, or for the palette's field.
    if (context.isInText && isCharacter(event)) return void focus.typeAtFocus(event.key)
    if (isEnterOf(context, event)) {
      // It chooses from the rows that fit what was typed before it.
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

  /** Whether a press may become a command here, regardless of future facts. A dialog's keys are its own. */
  function mayLead(event: KeyboardEvent, context: FocusContext): boolean {
    if (context.isInDialog) return false
    root ??= buildTrie(keymap.bindings())
    return follow([root], event).some((node) =>
      [...node.bindings, ...beyond(node)].some((binding) => mayFire(binding, context)),
    )
  }

  /** Escape goes one level out: what it closes or takes back under the focus comes first. */
  function isForWidgets({ key }: KeyboardEvent): boolean {
    return key === 'Escape' && begun.length === 0 && (isClosing || !queue.isHolding())
  }

  /** Until the focus is back, a press would be about the page as a whole: Delete would delete a row that no one is on. */
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
    // Keys held down: the browser must not act on them either, but the command has run already.
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
    begun = nodes
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
          // React Aria reads this property alone, and Safari leaves it unset for the press that ends a composition.
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
      // Capturing, so that a widget under the focus does not act on the same press.
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

/** The queue waits by itself until the page is drawn. */
const drawn = Promise.resolve()

/** Milliseconds that a closing menu may take to give the focus back. */
const FOCUS_COMES_WITHIN = 100

/** Resolves once something has the focus that lies over nothing, or after a moment. */
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

/** Resolves when the work was done in the next task, by which what changed is rendered. */
const nextTask = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      work()
      resolve()
    })
  })

const pressAgain = (target: Element | null, event: KeyboardEvent): void =>
  void target?.dispatchEvent(new KeyboardEvent(event.type, event))

/** Whether an Enter is for the field of a dialog, such as that of the palette. */
const isEnterOf = ({ isInText, isInDialog }: FocusContext, { key }: KeyboardEvent): boolean =>
  key === 'Enter' && isInText && isInDialog

const isCharacter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && typesCharacter(event)

const ROW_KEYS = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|Enter| )$/

/** Whether a list would act on a press: it goes through rows and selects them, as commands do. */
function isForRows({ key }: KeyboardEvent, context: FocusContext): boolean {
  return context.isInRows && !context.isInText && !context.isInDialog && ROW_KEYS.test(key)
}
