import type { SlotName } from '@typecase/plugin-sdk/slot'

/** The places of the frame that plugins may fill. */
export const shellSlots: readonly SlotName[] = [
  'shell.path',
  'shell.top',
  'shell.help',
  'shell.user',
  'shell.sidebar',
  'shell.tray',
  'shell.banner',
  'shell.overlays',
  'shell.gate',
]
