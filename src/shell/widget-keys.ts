import type { WidgetKeys } from '@typecase/plugin-sdk/keys'

/** The keys of lists, trees, toolbars and dialogs on all pages, as defined by ARIA. */
export const widgetKeys: readonly WidgetKeys[] = [
  {
    id: 'shell.rows',
    title: 'Rows',
    within: '[role="row"]:not([data-sheet] *, [data-media-grid] *, [data-calendar] *)',
    keys: [
      { keys: 'ArrowDown', title: 'Next row' },
      { keys: 'ArrowUp', title: 'Previous row' },
      { keys: 'Enter', title: 'Open' },
      { keys: 'Shift+ArrowDown', title: 'Extend the selection' },
      { keys: 'Home', title: 'First row' },
      { keys: 'End', title: 'Last row' },
    ],
  },
  {
    id: 'shell.tree',
    title: 'Tree',
    within: '[role="tree"], [role="treegrid"]',
    keys: [
      { keys: 'ArrowDown', title: 'Next' },
      { keys: 'ArrowUp', title: 'Previous' },
      { keys: 'ArrowRight', title: 'Expand' },
      { keys: 'ArrowLeft', title: 'Collapse' },
      { keys: 'Enter', title: 'Open' },
    ],
  },
  {
    id: 'shell.toolbar',
    title: 'Toolbar',
    within: '[role="toolbar"]',
    keys: [
      { keys: 'ArrowRight', title: 'Next tool' },
      { keys: 'ArrowLeft', title: 'Previous tool' },
      { keys: 'Tab', title: 'Leave the toolbar' },
    ],
  },
  {
    id: 'shell.sortable',
    title: 'Order',
    within: '[data-movable]',
    keys: [
      { keys: 'Alt+ArrowUp', title: 'Move up' },
      { keys: 'Alt+ArrowDown', title: 'Move down' },
    ],
  },
  {
    id: 'shell.dialog',
    title: 'Dialog',
    within: '[role="dialog"], [role="alertdialog"]',
    keys: [
      { keys: 'Enter', title: 'Send the form' },
      { keys: 'Escape', title: 'Close' },
    ],
  },
]
