import { expect, test } from 'vitest'

import { draftOf, edit, loseConnection, meetStale, newDraft, save } from './draft.ts'
import { objectOf } from '@typecase/content/object/object.fixture'
import { saveStateOf } from './save-state.ts'
import { valuesOf } from '@typecase/content/object/values'

const clean = draftOf(objectOf(), new Set())
const dirty = edit(clean, 'title', 'Mine')
const saving = save(dirty, 'draft')
const lost = loseConnection(saving)
const clash = meetStale(saving, objectOf({ rev: 2, title: 'Theirs' }))
const online = { isOnline: true, canKeep: true, hasEnded: false }

test.each([
  ['Saved', clean, {}],
  ['Not saved yet', newDraft(valuesOf(objectOf()), new Set()), {}],
  ['Unsaved changes', dirty, {}],
  ['Unsaved changes in this tab only', dirty, { canKeep: false }],
  ['Kept here, not on the server: Height is wrong', dirty, { waitsFor: 'Height' }],
  [
    'In this tab only, not on the server: Height is wrong',
    dirty,
    { waitsFor: 'Height', canKeep: false },
  ],
  ['Offline – 1 change kept', lost, { waitsFor: 'Height' }],
  ['Saved', clean, { waitsFor: 'Height' }],
  ['Saving…', saving, {}],
  ['Saving…', saving, { hasEnded: true }],
  ['Conflict', clash, {}],
  ['Offline – 1 change kept', lost, {}],
  ['Offline – 1 change kept', dirty, { isOnline: false }],
  ['Offline – 1 change in this tab only', lost, { canKeep: false }],
  ['Logged out – 1 change kept', dirty, { hasEnded: true }],
  ['Logged out – 1 change kept', lost, { hasEnded: true, isOnline: false }],
  // Everything that was typed is on the server: the network does not matter.
  ['Saved', clean, { isOnline: false }],
  ['Saved', clean, { hasEnded: true }],
])('says “%s”', (text, draft, patch) => {
  expect(saveStateOf(draft, { ...online, ...patch }).text).toBe(text)
})
