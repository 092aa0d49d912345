import { expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

/** Code outside the service that moves the focus, with the reason. */
const exceptions: readonly { readonly path: string; readonly why: string }[] = [
  { path: 'packages/plugin-sdk/src/focus.ts', why: 'the service itself' },
  { path: 'plugins/editor/text/code-editor.tsx', why: 'CodeMirror keeps its caret' },
  { path: 'plugins/editor/text/rich-editor.tsx', why: 'as does ProseMirror' },
]

/**
 * Calls that only look similar: TipTap's commands, which keep the selection, and handles whose `focus` asks the
 * service.
 */
const others =
  /(editor|chain\(\)|\.commands|session|requireEditor\(context\)|page\(filterLine\)\?)\s*\.focus\(/g

test('only the focus service moves the focus', () => {
  const offenders = sourcesOf(
    'src/*.ts*',
    'plugins/*.ts*',
    'packages/ui/*.ts*',
    'packages/plugin-sdk/*.ts*',
  )
    .filter(({ path }) => !path.includes('.test.'))
    .filter(({ text }) => /\.focus\(/.test(text.replaceAll(others, '')))
    .map(({ path }) => path)
  expect(offenders).toEqual(exceptions.map(({ path }) => path).sort())
})
