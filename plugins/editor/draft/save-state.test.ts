import { expect, test } from 'vitest'

import { draftOf, edit, loseConnection, meetStale, newDraft, refuse, save } from './draft.ts'
import { objectOf } from '@typecase/content/object/object.fixture'
import { saveStateOf } from './save-state.ts'
import { valuesOf } from '@typecase/content/object/values'

const clean = draftOf(objectOf(), new Set())
const dirty = edit(clean, 'title', 'Mine')
const saving = save(dirty, 'draft')
const lost = loseConnection(saving)
const refused = refuse(saving, 'You may not.')
const clash = meetStale(saving, objectOf({ rev: 2, title: 'Theirs' }))
const online = { isOnline: true, canKeep: true, hasEnded: false }

test.each([
  ['Saved', clean, {}],
  ['Not saved yet', newDraft(valuesOf(objectOf()), new Set()), {}],
  ['Unsaved changes', dirty, {}],
  ['Unsaved changes in this tab only', dirty, { canKeep: false }],
  ['Not saved: Height is wrong. Changes kept here', dirty, { waitsFor: 'Height' }],
  [
    'Not saved: Height is wrong. Changes in this tab only',
    dirty,
    { waitsFor: 'Height', canKeep: false },
  ],
  ['Not saved: offline, retrying. 1 change kept here', lost, { waitsFor: 'Height' }],
  ['Saved', clean, { waitsFor: 'Height' }],
  ['Saving…', saving, {}],
  ['Saving…', saving, { hasEnded: true }],
  ['Not saved: conflict', clash, {}],
  ['Not saved: offline, retrying. 1 change kept here', lost, {}],
  ['Not saved: offline. 1 change kept here', dirty, { isOnline: false }],
  ['Not saved: offline, retrying. 1 change in this tab only', lost, { canKeep: false }],
  ['Not saved: logged out. 1 change kept here', dirty, { hasEnded: true }],
  ['Not saved: logged out. 1 change kept here', lost, { hasEnded: true, isOnline: false }],
  ['Not saved: refused. Changes kept here', refused, {}],
  ['Not saved: Height is wrong. Changes kept here', refused, { waitsFor: 'Height' }],
  // The server has every edit, so the network does not matter.
  ['Saved', clean, { isOnline: false }],
  ['Saved', clean, { hasEnded: true }],
])('the save state says “%s”', (text, draft, patch) => {
  expect(saveStateOf(draft, { ...online, ...patch }).text).toBe(text)
})
