// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import type { CallInput } from '@typecase/plugin-sdk/testing/api'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { beforeEach, expect, test } from 'vitest'

import { keepListContext } from '@typecase/content/object/list-context'
import { builtInKinds } from '../field-kinds.ts'
import { keys } from '../keys.ts'
import { objectRoute } from '../routes.ts'
import { goCommands } from '../commands/go.ts'
import { reviewCommands } from '../commands/review.ts'
import { saveCommands } from '../commands/save.ts'
import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'

const plugin = definePlugin({
  id: 'editor',
  version: '1.0.0',
  api: 1,
  title: 'Editor',
  routes: [objectRoute],
  commands: [...saveCommands, ...goCommands, ...reviewCommands],
  keys,
  slots: builtInKinds,
})

const fields: Metafield[] = [
  { key: 'medium', title: 'Medium', type: 'text', required: true },
  { key: 'height', title: 'Height', type: 'number' },
  { key: 'framed', title: 'Framed', type: 'switch', options: 'yes,no' },
  {
    key: 'frame',
    title: 'Frame',
    type: 'textarea',
    show_when: { key: 'framed', op: 'eq', value: 'true' },
  },
  {
    key: 'depth',
    title: 'Depth',
    type: 'number',
    show_when: { key: 'framed', op: 'eq', value: 'true' },
  },
  { key: 'school', title: 'School', type: 'radio-buttons', options: [{ value: 'British' }] },
  {
    key: 'shows',
    title: 'Shows',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  },
  { key: 'artist', title: 'Artist', type: 'object', object_type: 'artists' },
  {
    key: 'sale',
    title: 'Sale',
    type: 'parent',
    children: [{ key: 'house', title: 'House', type: 'text' }],
  },
]

const objectType = objectTypeOf(fields)
const user = userEvent.setup()
let server: CmsObject

beforeEach(() => {
  sessionStorage.clear()
  server = objectOf({ metadata: { medium: 'oil', shows: [{ name: 'Late Turner' }] } })
})

/** A server that merges the values that it receives. */
const api = {
  'buckets.get': () => ({ bucket: { object_types: [objectType], api_access: { read_key: '' } } }),
  'objects.get': () => ({ object: server }),
  'objects.references': () => ({ references: [], by_field: [], total: 0, limit: 5, skip: 0 }),
  'objects.update': ({ body }: CallInput) => ({ object: merge(body) }),
  'objects.add': ({ body }: CallInput) => ({ object: merge(body) }),
}

function merge(body: unknown): CmsObject {
  const { data } = body as { data: Partial<CmsObject> }
  const metadata = { ...server.metadata, ...data.metadata }
  server = { ...server, ...data, metadata, rev: server.rev + 1 }
  return server
}

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write', 'objects:publish']) }

async function open(objectID: string = server.id, options: object = {}) {
  const page = await renderPlugin(plugin, {
    route: 'editor.object',
    params: { bucketSlug: 'archive', objectID },
    api,
    facts,
    ...options,
  })
  await screen.findByRole('textbox', { name: 'Title' })
  return page
}

const textbox = (name: string) => screen.getByRole('textbox', { name })
const state = () => screen.getByRole('status', { name: 'Save state' }).textContent
const sent = (calls: readonly { endpoint: string; body?: unknown }[], endpoint: string) =>
  calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body)

test('the editor shows each field by its title and saves only changed fields', async () => {
  const { host } = await open()
  expect(textbox('Title')).toHaveProperty('value', 'The Blue Rigi')
  expect(state()).toBe('Saved')
  await user.clear(textbox('Medium'))
  await user.type(textbox('Medium'), 'ink')
  expect(state()).toBe('Unsaved changes in this tab only')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(state()).toBe('Saved'))
  expect(sent(host.log.calls, 'objects.update')).toEqual([
    {
      slug: 'archive',
      object_id: server.id,
      rev: 1,
      data: { status: 'draft', metadata: { medium: 'ink' } },
    },
  ])
})

test('an invalid number stays as typed, shows its error when the focus leaves, and is not sent', async () => {
  const { host } = await open()
  await user.type(textbox('Height'), '29,7')
  expect(screen.queryByText('Height must be a number')).toBeNull()
  await user.tab()
  expect(screen.getByText('Height must be a number')).toBeDefined()
  expect(textbox('Height')).toHaveProperty('value', '29,7')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(document.activeElement).toBe(textbox('Height')))
  expect(sent(host.log.calls, 'objects.update')).toEqual([])
})

test('Enter in a relation takes the first match, even before it arrives, and keeps unmatched text', async () => {
  const match = { id: 'b'.repeat(24), title: 'J. M. W. Turner', type: 'artists' }
  let objects: object[] = []
  await open(server.id, { api: { ...api, 'objects.list': () => ({ objects, total: 0 }) } })
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Choose Artist' })
  await user.type(box, 'turn{Enter}')
  await screen.findByRole('option', { name: /Add “turn”/ })
  await user.keyboard('{Enter}')
  expect(box.value).toBe('turn')
  await user.tab()
  expect(box.value).toBe('turn')

  objects = [{ object: match }]
  await user.type(box, 'er{Enter}')
  expect(await screen.findByText('J. M. W. Turner')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Choose Artist' })).toBeNull()
})

test('a field with an error is listed, focused from the list, and removed from it once fixed', async () => {
  await open()
  await user.clear(textbox('Medium'))
  await user.type(textbox('Height'), '29,7')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const list = within(await screen.findByRole('region', { name: 'Fields with errors' }))
  expect(list.getByRole('status').textContent).toBe('One field needs fixing')
  await user.click(textbox('Title'))
  await user.click(list.getByRole('button', { name: 'Height must be a number' }))
  await waitFor(() => expect(document.activeElement).toBe(textbox('Height')))
  await user.clear(textbox('Height'))
  expect(screen.queryByRole('region', { name: 'Fields with errors' })).toBeNull()
})

test('an error of the server is shown at its field, which gets the focus', async () => {
  const details = [{ path: 'data.metadata.medium', message: 'data.metadata.medium must be unique' }]
  const refuse = () => {
    throw Object.assign(new Error('no'), { code: 'conflict', details })
  }
  await open(server.id, { api: { ...api, 'objects.update': refuse } })
  await user.type(textbox('Medium'), '!')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(screen.getAllByText('Medium must be unique')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Medium must be unique' })).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(textbox('Medium')))
  expect(textbox('Medium')).toHaveProperty('value', 'oil!')
})

test('a switch shows the name of its option and the fields whose condition it meets', async () => {
  await open()
  expect(screen.queryByRole('textbox', { name: 'Frame' })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Framed' }))
  expect(screen.getByText('Yes')).toBeDefined()
  expect(textbox('Frame')).toBeDefined()
})

test('an error in a hidden field is listed, and clearing the field from the list can be undone', async () => {
  const { host } = await open()
  await user.click(screen.getByRole('switch'))
  await user.type(textbox('Depth'), '4,x')
  await user.click(screen.getByRole('switch'))
  expect(screen.queryByRole('textbox', { name: 'Depth' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const summary = await screen.findByRole('region', { name: 'Fields with errors' })
  expect(summary.textContent).toContain('Depth must be a number (hidden field)')
  await user.click(within(summary).getByRole('button', { name: 'Clear Depth' }))
  expect(screen.queryByRole('region', { name: 'Fields with errors' })).toBeNull()
  const { message, action } = host.log.toasts.at(-1) ?? {}
  expect(message).toBe('Depth is empty now.')
  if (typeof action?.run !== 'function') throw new Error('There is no undo')
  act(action.run)
  expect(await screen.findByRole('region', { name: 'Fields with errors' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear Depth' }))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(state()).toBe('Saved'))
  expect(server.metadata).not.toHaveProperty('depth')
})

test('rows are added, moved with the keyboard and removed, and the focus follows', async () => {
  await open()
  const group = await screen.findByRole('group', { name: 'Shows' })
  await user.click(await within(group).findByRole('button', { name: 'Add to Shows' }))
  await waitFor(() => expect(within(group).getAllByRole('listitem')).toHaveLength(2))
  const second = within(group).getAllByRole('textbox', { name: 'Name' })[1]
  await waitFor(() => expect(document.activeElement).toBe(second))
  await user.keyboard('Alpine light')
  within(group).getByRole('button', { name: 'Row 2: Alpine light' }).focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(within(group).getByRole('button', { name: 'Row 1: Alpine light' })).toBeDefined()
  await user.click(within(group).getByRole('button', { name: 'Remove row 1' }))
  const row = within(group).getByRole('button', { name: 'Row 1: Late Turner' })
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('a collapsed group shows its first value, and rows collapse and expand all at once', async () => {
  await open()
  const group = await screen.findByRole('group', { name: 'Sale' })
  await user.type(within(group).getByRole('textbox', { name: 'House' }), 'Christie’s')
  await user.click(within(group).getByRole('button', { name: 'Collapse Sale' }))
  expect(within(group).queryByRole('textbox')).toBeNull()
  expect(within(group).getByText('Christie’s')).toBeDefined()
  await user.click(within(group).getByRole('button', { name: 'Expand Sale' }))
  expect(within(group).getByRole('textbox', { name: 'House' })).toHaveProperty(
    'value',
    'Christie’s',
  )

  const rows = screen.getByRole('group', { name: 'Shows' })
  await user.click(within(rows).getByRole('button', { name: 'Duplicate row 1' }))
  await waitFor(() => expect(within(rows).getAllByRole('textbox')).toHaveLength(2))
  await user.click(within(rows).getByRole('button', { name: 'Collapse all rows of Shows' }))
  expect(within(rows).queryByRole('textbox')).toBeNull()
  await user.click(within(rows).getByRole('button', { name: 'Expand all rows of Shows' }))
  expect(within(rows).getAllByRole('textbox')).toHaveLength(2)
})

test('a new object suggests its slug, and the first save creates it and opens its address', async () => {
  const { host } = await open('new', { search: { type: 'artworks' } })
  await user.type(textbox('Title'), 'Norham Castle')
  expect(textbox('Slug')).toHaveProperty('value', 'norham-castle')
  expect(state()).toBe('Unsaved changes in this tab only')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(state()).toBe('Saved'))
  expect(sent(host.log.calls, 'objects.add')).toEqual([
    {
      slug: 'archive',
      data: { type: 'artworks', title: 'Norham Castle', status: 'draft', metadata: {} },
    },
  ])
  expect(host.log.went.at(-1)).toEqual({ to: 'editor.object', params: { objectID: server.id } })
})

test('a conflict shows both values and is settled by a choice', async () => {
  let isStale = true
  const update = (input: CallInput) => {
    if (!isStale) return api['objects.update'](input)
    isStale = false
    server = { ...server, rev: 5, metadata: { ...server.metadata, medium: 'gouache' } }
    throw Object.assign(new Error('stale'), { code: 'stale', current: server })
  }
  await open(server.id, { api: { ...api, 'objects.update': update } })
  await user.type(textbox('Medium'), ' paint')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const clash = within(await screen.findByRole('region', { name: /Changed by someone else/ }))
  expect(state()).toBe('Not saved: conflict')
  const field = within(clash.getByRole('group', { name: 'Medium' }))
  expect(field.getByText('oil paint')).toBeDefined()
  expect(field.getByText('gouache')).toBeDefined()
  await user.click(field.getByRole('button', { name: 'Keep mine' }))
  await user.click(clash.getByRole('button', { name: 'Save what I chose' }))
  await waitFor(() => expect(state()).toBe('Saved'))
  expect(server.metadata['medium']).toBe('oil paint')
  expect(screen.queryByRole('region', { name: /Changed by someone else/ })).toBeNull()
})

test('discarding changes resets the field and offers Undo', async () => {
  const { host } = await open()
  await user.type(textbox('Medium'), ' paint')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Discard changes' }))
  await waitFor(() => expect(textbox('Medium')).toHaveProperty('value', 'oil'))
  const undo = host.log.outcomes.at(-1)?.undo
  expect(undo?.command).toBe('editor.restore-changes')
})

test('the editor shows the position of the object in its list and links to the list', async () => {
  keepListContext({
    bucketSlug: 'archive',
    path: '/archive/objects?smartViewID=1',
    title: 'To check',
    query: { type: 'artworks' },
    ids: ['a', server.id, 'b'],
    skip: 8,
    total: 1284,
    limit: 50,
  })
  await open()
  expect(screen.getByText('10 of 1,284')).toBeDefined()
  expect(screen.getByRole('link', { name: 'To check' }).getAttribute('href')).toBe(
    '/archive/objects?smartViewID=1',
  )
  expect(screen.getByRole('button', { name: 'Go to next object' })).toBeDefined()
})

test('the address of a missing object says that there is no such object', async () => {
  const missing = () => {
    throw Object.assign(new Error('Object not found'), { name: 'ApiError', code: 'not_found' })
  }
  await renderPlugin(plugin, {
    route: 'editor.object',
    params: { bucketSlug: 'archive', objectID: server.id },
    api: { ...api, 'objects.get': missing },
    facts,
  })
  expect(await screen.findByText('There is no such object')).toBeDefined()
})
