import { expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

/** Handlers that need not check for a composition, with the reason. */
const exceptions: readonly { readonly path: string; readonly why: string }[] = [
  {
    path: 'packages/extension-sdk/src/extension-sdk.ts',
    why: 'asks by itself: it imports nothing of the dashboard',
  },
  {
    path: 'packages/plugin-sdk/src/react/unasked-dialog.tsx',
    why: 'only notices that someone types',
  },
  {
    path: 'packages/preview/src/connect.ts',
    why: 'asks by itself: it imports nothing of the dashboard',
  },
  { path: 'packages/ui/src/field.tsx', why: 'only notices that someone types' },
  { path: 'packages/ui/src/tooltip.tsx', why: 'passes the press on to React Aria' },
  { path: 'plugins/help/tips.ts', why: 'only notices which device was used last' },
  {
    path: 'plugins/preview/views/use-field-focus.ts',
    why: 'only notices that Tab moves the focus',
  },
  { path: 'src/routing/arrival.ts', why: 'only notices which device was used last' },
  { path: 'src/shell/boot.tsx', why: 'only notices that someone is there' },
]

/**
 * The places that receive key presses: a handler in JSX, a listener, or a handler in an object. A handler that is only
 * passed on does not count.
 */
const sites =
  /\bonKey(?:Down|Up)(?:Capture)?=\{(?!props\.|keys\.|sheet\.)|addEventListener\(\s*'key(?:down|up|press)'|\bonKeyDown\(|function onKeyDown\(/g
const questions = /\bisComposing\(/g

test('every key handler checks whether the key press is part of a composition', () => {
  const sources = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*').filter(
    ({ path }) => !/\.(test|fixture)\.tsx?$/.test(path) && !path.includes('/testing/'),
  )
  const handling = sources.filter(({ text }) => text.match(sites))
  expect(handling.length).toBeGreaterThan(30)
  const silent = handling
    .filter(({ text }) => !text.match(questions) || !/from '[^']+\/keyboard(\.ts)?'/.test(text))
    .map(({ path }) => path)
  expect(silent).toEqual(exceptions.map(({ path }) => path))
})

test('no other module reads the browser’s composition state', () => {
  const readers = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*')
    .filter(({ path }) => !/\.(test|fixture)\.tsx?$/.test(path))
    .filter(({ text }) => /\.isComposing\b|\.keyCode\b/.test(text))
    .map(({ path }) => path)
  expect(readers).toEqual([
    'packages/extension-sdk/src/extension-sdk.ts',
    'packages/ui/src/keyboard.ts',
  ])
})
