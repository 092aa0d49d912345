import styles from './kbd.module.css'
import { classNames } from './class-names.ts'
import { currentPlatform, type Platform } from './keyboard.ts'

const modifierOrder = ['Control', 'Alt', 'Shift', 'Meta']

const modifierCaps: Record<Platform, Record<string, string>> = {
  mac: { Control: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' },
  other: { Control: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Meta: 'Win' },
}

const keyCaps: Record<string, string> = {
  Enter: '↵',
  Tab: '⇥',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
  Space: 'Space',
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Period: '.',
  Comma: ',',
  Slash: '/',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
}

function parsePress(press: string, platform: Platform): { modifiers: string[]; key: string } {
  // "$mod++" is the plus key: the empty last part stands for "+".
  const parts = press.split(/\b\+/)
  const key = parts.pop() ?? ''
  const modifiers = parts.map((name) =>
    name === '$mod' ? (platform === 'mac' ? 'Meta' : 'Control') : name,
  )
  modifiers.sort((a, b) => modifierOrder.indexOf(a) - modifierOrder.indexOf(b))
  return { modifiers, key }
}

function capOf(key: string): string {
  const code = /^(?:Key|Digit)([A-Z0-9])$/.exec(key)?.[1]
  return keyCaps[key] ?? code ?? (key.length === 1 ? key.toUpperCase() : key)
}

/**
 * Returns the caps of a tinykeys binding, one list of caps per press: `"$mod+Shift+Enter"` is `[["⇧", "⌘", "↵"]]` on a
 * Mac and `[["Ctrl", "Shift", "↵"]]` elsewhere; the sequence `"g o"` is `[["G"], ["O"]]`.
 */
export function capsOf(binding: string, platform: Platform = currentPlatform()): string[][] {
  return binding
    .trim()
    .split(/ +/)
    .map((press) => {
      const { modifiers, key } = parsePress(press, platform)
      // Whether a sign such as "?" needs Shift depends on the keyboard layout, so Shift is not shown.
      if (/^[^\p{L}\p{N}\s]$/u.test(key)) {
        const shift = modifiers.indexOf('Shift')
        if (shift >= 0) modifiers.splice(shift, 1)
      }
      return [...modifiers.map((name) => modifierCaps[platform][name] ?? name), capOf(key)]
    })
}

/** Formats a binding as plain text: `"⇧⌘↵"` or `"Ctrl Shift ↵"`; the presses of a sequence are separated by "then". */
export function formatBinding(binding: string, platform: Platform = currentPlatform()): string {
  return capsOf(binding, platform)
    .map((caps) => caps.join(platform === 'mac' ? '' : ' '))
    .join(' then ')
}

/**
 * Returns a binding in the syntax of the attribute `aria-keyshortcuts`, or undefined for a sequence of presses, which
 * the attribute cannot express: https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts
 */
export function ariaKeyShortcuts(
  binding: string,
  platform: Platform = currentPlatform(),
): string | undefined {
  if (binding.trim().includes(' ')) return undefined
  const { modifiers, key } = parsePress(binding.trim(), platform)
  const cap = /^(?:Key|Digit)([A-Z0-9])$/.exec(key)?.[1] ?? key
  return [...modifiers, cap].join('+')
}

export interface KbdProps {
  /** A tinykeys binding, such as `$mod+K` or `g o`. */
  binding: string
  platform?: Platform | undefined
  /** One cap per key, as in "Ctrl" "K", instead of one cap per press. */
  isSplit?: boolean | undefined
  /** Has the colour of the button around it. */
  isInherited?: boolean | undefined
}

/** The keys of a command. Hidden from assistive technology: the control has `aria-keyshortcuts` or names the keys. */
export function Kbd({ binding, platform = currentPlatform(), isSplit, isInherited }: KbdProps) {
  const presses = capsOf(binding, platform)
  const caps = isSplit
    ? presses.flat()
    : presses.map((press) => press.join(platform === 'mac' ? '' : ' '))
  return (
    <span className={classNames(styles.keys, isInherited && styles.inherited)} aria-hidden="true">
      {caps.map((cap, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a binding's caps never move
        <kbd key={index} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
