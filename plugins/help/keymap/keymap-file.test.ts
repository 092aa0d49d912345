import type { KeymapChanges } from '@typecase/plugin-sdk/keymap'
import { expect, test } from 'vitest'

import { readKeymap, writeKeymap } from './keymap-file.ts'
import { presets, withPreset } from './presets.ts'

const none: KeymapChanges = { keys: {}, active: {}, added: [], hasSingleKeys: true }
const some: KeymapChanges = {
  keys: { 'objects.edit e': 'F4', 'objects.new n': null },
  active: { 'x.suggested y': true },
  added: [{ keys: 'Alt+p', command: 'objects.publish', args: { quick: true } }],
  hasSingleKeys: false,
}

test.each([none, some, withPreset(some, 'vim'), withPreset(none, 'vscode')])(
  'an exported keymap can be imported: %#',
  (changes) => {
    expect(readKeymap(writeKeymap(changes))).toEqual(changes)
  },
)

test('a keymap file that leaves everything out has the defaults', () => {
  expect(readKeymap('{"keymap":1}')).toEqual(none)
})

test.each([
  ['', /^It is not JSON: /],
  ['[]', /^keymap must be 1 \(was missing\)\.$/],
  ['{"keymap":2}', /^keymap must be 1 \(was 2\)\.$/],
  ['{"keymap":1,"keyz":{}}', /^keyz must be removed\.$/],
  [
    '{"keymap":1,"keys":{"objects.edit e":4}}',
    /^keys\["objects\.edit e"\] must be a string or null/,
  ],
  ['{"keymap":1,"added":[{"keys":"x"}]}', /^added\[0\]\.command must be a string/],
  ['{"keymap":1,"added":[{"keys":"","command":"a.b"}]}', /^added\[0\]\.keys must be non-empty/],
  [
    '{"keymap":1,"added":[{"keys":"x","command":"a.b","when":{"op":"in","key":"zen","value":1}}]}',
    /^added\[0\]\.when/,
  ],
  [
    '{"keymap":1,"added":[{"keys":"x","command":"a.b","when":{"op":"and","of":[{"op":"run"}]}}]}',
    /^added\[0\]\.when/,
  ],
  ['{"keymap":1,"hasSingleKeys":"yes"}', /^hasSingleKeys must be boolean \(was "yes"\)\.$/],
])('the keymap file %s is refused with the field and the rule', (text, reason) => {
  expect(readKeymap(text)).toMatch(reason)
})

test('a preset replaces the previous one and keeps the user’s own keys', () => {
  const vim = withPreset(some, 'vim')
  expect(vim.added).toHaveLength(some.added.length + (presets[1]?.keys.length ?? 0))
  expect(withPreset(vim, 'vim')).toEqual(vim)
  const code = withPreset(vim, 'vscode')
  expect(code.added.slice(some.added.length)).toEqual(presets[0]?.keys)
  expect(withPreset(code, 'none')).toEqual(some)
})
