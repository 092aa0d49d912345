import type { CommandSource } from '@typecase/plugin-sdk/command'
import type { Json } from '@typecase/plugin-sdk/json'
import { Commands, Storage, Toasts } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatBinding } from '@typecase/ui/kbd'

const KEY = 'help.tips'
/** Number of runs with the mouse before a command's key is shown. */
const RUNS = 3
const TIP_MS = 8_000

/** Counts runs of commands with the mouse. The third run shows a toast with the key, once per command. @returns stop */
export function showTips(services: Services, document: Document): () => void {
  const commands = services.get(Commands)
  const storage = services.get(Storage)
  let isByMouse = false

  // Key presses and presses by screen readers have no pressure.
  function notePress(event: KeyboardEvent | PointerEvent): void {
    isByMouse = 'pointerType' in event && event.pointerType === 'mouse' && event.pressure > 0
  }

  function count(id: string, source: CommandSource): void {
    if (!isByMouse || (source !== 'button' && source !== 'menu')) return
    const command = commands.get(id)
    const [keys] = command?.keys ?? []
    const runs = readCounts(storage.get(KEY))
    const before = runs[id] ?? 0
    if (!command || keys === undefined || before >= RUNS) return
    storage.set(KEY, { ...runs, [id]: before + 1 })
    if (before + 1 < RUNS) return
    const message = `Tip: ${formatBinding(keys)} for “${command.title.replace(/…$/, '')}”.`
    services.get(Toasts).show({ message, duration: TIP_MS })
  }

  const stop = commands.observe({ before: ({ command }, source) => count(command, source) })
  document.addEventListener('keydown', notePress, { capture: true })
  document.addEventListener('pointerdown', notePress, { capture: true })
  return () => {
    stop()
    document.removeEventListener('keydown', notePress, { capture: true })
    document.removeEventListener('pointerdown', notePress, { capture: true })
  }
}

function readCounts(stored: Json | undefined): Readonly<Record<string, number>> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, runs]) => (typeof runs === 'number' ? [[id, runs]] : [])),
  )
}
