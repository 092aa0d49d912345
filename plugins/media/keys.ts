import { hasChange } from '@typecase/content/commands'
import type { KeyBinding, WidgetKeys } from '@typecase/plugin-sdk/keys'
import { and, has, not, selection } from '@typecase/plugin-sdk/when'

import { onMedia } from './commands/browse.ts'

const outsideText = and(onMedia, not(has('focus.inText')))

/** Keys of the media page. The grid itself handles arrows, Space and Enter; `j`, `k` and `x` belong to every list. */
export const keys: readonly KeyBinding[] = [
  // On a current change, the key undoes that change instead.
  { keys: 'u', command: 'media.upload', when: and(onMedia, not(hasChange)) },
  { keys: 'r', command: 'media.retry-uploads', when: onMedia },
  { keys: '/', command: 'media.search', when: onMedia },
  { keys: 'v', command: 'media.toggle-view', when: onMedia },
  { keys: 'y', command: 'media.copy-url', when: onMedia },
  { keys: 'd', command: 'media.download', when: onMedia },
  { keys: 'f', command: 'media.set-focal-point', when: onMedia },
  { keys: 'Shift+n', command: 'media.new-folder', when: onMedia },
  { keys: 'm', command: 'media.move', when: onMedia },
  { keys: 'a', command: 'media.set-alt-text', when: onMedia },
  { keys: 'Delete', command: 'media.delete', when: outsideText },
  { keys: '$mod+a', command: 'media.select-all', when: outsideText },
  {
    keys: 'Escape',
    command: 'media.clear-selection',
    when: and(onMedia, selection('media'), not(has('zen')), not(has('route.up'))),
  },
]

/** Keys that the grid handles itself. */
export const widgetKeys: readonly WidgetKeys[] = [
  {
    id: 'media.grid',
    title: 'Media grid',
    within: '[data-media-grid]',
    keys: [
      { keys: 'ArrowRight', title: 'Next' },
      { keys: 'ArrowLeft', title: 'Previous' },
      { keys: 'ArrowDown', title: 'Next row' },
      { keys: 'ArrowUp', title: 'Previous row' },
      { keys: 'Shift+ArrowRight', title: 'Extend the selection' },
      { keys: 'Enter', title: 'Edit the alt text' },
      { keys: 'Space', title: 'Show large' },
    ],
  },
]
