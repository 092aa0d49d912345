import type { SlotName } from '@typecase/plugin-sdk/slot'

/** The slots of the frame for plugins. */
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
