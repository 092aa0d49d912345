import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { has, not } from '@typecase/plugin-sdk/when'

import {
  enterZen,
  leaveZen,
  openPalette,
  showActions,
  showCommands,
  toggleTheme,
} from './shell-commands.ts'

/** The commands of the frame, defined through the same API as those of plugins. */
export default definePlugin({
  id: 'shell',
  version: '1.0.0',
  api: 1,
  title: 'Shell',
  order: 0,
  commands: [openPalette, showCommands, showActions, toggleTheme, enterZen, leaveZen],
  keys: [
    { keys: '$mod+k', command: openPalette.id, inDialog: true },
    { keys: 'F1', command: openPalette.id, inText: true, inDialog: true },
    { keys: '$mod+Shift+k', command: openPalette.id, inDialog: true },
    { keys: '$mod+.', command: showActions.id },
    // Inside a code editor, this key toggles comments.
    { keys: '$mod+/', command: toggleTheme.id, when: not(has('focus.inCode')), inDialog: true },
    { keys: '.', command: enterZen.id },
    { keys: 'Escape', command: leaveZen.id, inText: true },
  ],
  later: () => import('./later.ts'),
  facts: [
    {
      key: 'session.isLoggedIn',
      title: 'you are logged in',
      missing: 'Log in first.',
    },
    {
      key: 'session.hasEnded',
      title: 'the session has ended',
      missing: 'You are logged in.',
    },
    {
      key: 'session.isStaff',
      title: 'the user is staff',
      missing: 'Only staff can do this.',
    },
    {
      key: 'route.bucketSlug',
      title: 'a bucket is open',
      missing: 'Open a bucket first.',
    },
    {
      key: 'route.projectID',
      title: 'a project is open',
      missing: 'Open a project first.',
    },
    {
      key: 'route.up',
      title: 'the page is part of another one',
      missing: 'This page has no parent page.',
    },
    {
      key: 'selection.count',
      title: 'something is selected',
      missing: 'Select something first.',
    },
    {
      key: 'list.rowCount',
      title: 'the page has a list',
      missing: 'There is no list on this page.',
    },
    {
      key: 'list.creates',
      title: 'the page lists what can be made',
    },
    {
      key: 'focus.inText',
      title: 'the keyboard’s focus is in text',
    },
    { key: 'page.part', title: 'the page shows a part of its own' },
    { key: 'focus.hasText', title: 'the caret is in a text' },
    { key: 'zen', title: 'zen mode is on' },
  ],
})
