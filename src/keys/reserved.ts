import { parseSequence } from './press.ts'

/**
 * Keys that browsers or systems do not pass to pages, or that people need to leave a page that hangs. Sources: Chrome
 * passes neither new-tab, new-window nor close-tab keys to pages; Firefox keeps Ctrl+Shift+P (jupyter/notebook#2121).
 */
const reserved = [
  '$mod+t',
  '$mod+n',
  '$mod+w',
  '$mod+Shift+t',
  '$mod+Shift+n',
  '$mod+Shift+w',
  '$mod+Shift+p',
  '$mod+q',
  '$mod+Shift+q',
  '$mod+r',
  '$mod+Shift+r',
  '$mod+l',
  'Control+Tab',
  'Control+Shift+Tab',
  'Alt+Tab',
  'Alt+F4',
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
  'Meta+h',
  'Meta+m',
  'F5',
  'F11',
  'F12',
  'Tab',
  ...Array.from({ length: 9 }, (_, index) => `$mod+${index + 1}`),
]

const names = new Set(reserved.flatMap((keys) => parseSequence(keys).map(({ name }) => name)))

/** Returns, as a sentence, why keys cannot be bound; undefined if they can. */
export function refusalOf(keys: string): string | undefined {
  try {
    const taken = parseSequence(keys).some(({ name }) => names.has(name))
    return taken ? `“${keys}” belongs to the browser or the system.` : undefined
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error)
  }
}
