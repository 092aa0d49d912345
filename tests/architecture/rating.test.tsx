// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { typeFields } from '@typecase/content-query/type-fields'
import { operatorsFor } from '@typecase/content-query/filter-fields'
import { type FieldKind, kindOf, kindsOf } from '@typecase/content/field-kind'
import type { Metafield } from '@typecase/contract/metafields'
import type { CallInput } from '@typecase/plugin-sdk/testing/api'
import { Commands } from '@typecase/plugin-sdk/services'
import { renderPlugin, renderSlot } from '@typecase/plugin-sdk/testing/render-plugin'
import { fill, type Slots } from '@typecase/plugin-sdk/slot'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { beforeEach, describe, expect, test } from 'vitest'

import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'
import { chosenColumns } from '../../plugins/objects/list/columns.ts'
import { listFields, panelFields, withOperators } from '@typecase/content/object/list-fields'
import editor from '../../plugins/editor/plugin.ts'
import rating from '../fixtures/rating/plugin.ts'

// The example of docs/writing-a-plugin.md: a kind of field, a column and a setting, in the product's own pages.

const field: Metafield = {
  key: 'stars',
  title: 'Stars',
  type: 'number',
  kind: 'rating.stars',
  min: 1,
  max: 5,
}
const objectType = objectTypeOf([field, { key: 'height', title: 'Height', type: 'number' }])
const user = userEvent.setup()

const kinds = (...ids: string[]): readonly FieldKind[] =>
  kindsOf(createTestHost(editor, { others: [rating] }).slots.get('field.kind')).filter(
    ({ id }) => ids.length === 0 || ids.includes(id),
  )

beforeEach(() => {
  sessionStorage.clear()
})

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write', 'objects:publish']) }

async function openEditor(metadata: Record<string, unknown>, others = [rating]) {
  const object = objectOf({ metadata })
  const { host } = await renderPlugin(editor, {
    route: 'editor.object',
    params: { bucketSlug: 'archive', objectID: object.id },
    facts,
    others,
    api: {
      'buckets.get': () => ({
        bucket: { object_types: [objectType], api_access: { read_key: '' } },
      }),
      'objects.get': () => ({ object }),
      'objects.references': () => ({ references: [], by_field: [], total: 0, limit: 5, skip: 0 }),
      'people.list': () => ({ people: [] }),
      'objects.update': ({ body }: CallInput) => {
        const { data } = body as { data: { metadata?: object } }
        return {
          object: { ...object, rev: object.rev + 1, metadata: { ...metadata, ...data.metadata } },
        }
      },
    },
  })
  return host
}

describe('a field of the plugin’s kind', () => {
  test('is edited in the plugin’s editor and saved as a number', async () => {
    const host = await openEditor({ stars: 2, height: 100 })
    const stars = await screen.findByRole('radiogroup', { name: /Stars/ })
    expect(within(stars).getByRole('radio', { name: '★★☆☆☆' })).toHaveProperty('checked', true)
    // A number without a kind has the plain editor for numbers.
    expect(await screen.findByRole('textbox', { name: /Height/ })).toHaveProperty('value', '100')
    await user.click(within(stars).getByRole('radio', { name: '★★★★☆' }))
    await host.services.get(Commands).run({ command: 'editor.save-draft' })
    const [update] = host.log.calls.filter(({ endpoint }) => endpoint === 'objects.update')
    expect(update?.body).toMatchObject({ data: { metadata: { stars: 4 } } })
  })

  test('is checked by the rule of its kind, in addition to the rules of numbers', async () => {
    await openEditor({ stars: 2.5 })
    const stars = await screen.findByRole('radiogroup', { name: /Stars/ })
    act(() => within(stars).getAllByRole('radio')[0]?.focus())
    await user.keyboard('{Backspace}')
    await user.tab()
    await screen.findByText('Stars must be whole stars')
  })

  test('is edited as a plain number without the plugin, and keeps its value', async () => {
    await openEditor({ stars: 4 }, [])
    expect(await screen.findByRole('textbox', { name: /Stars/ })).toHaveProperty('value', '4')
  })
})

test('a panel of a plugin appears below each field and receives the unsaved value', async () => {
  const hint = {
    ...rating,
    id: 'hint',
    slots: [
      fill('editor.field', {
        id: 'hint.value',
        load: () =>
          Promise.resolve({
            default: ({ path, value }: Slots['editor.field']) => (
              <p>{`${path}: ${JSON.stringify(value)}`}</p>
            ),
          }),
      }),
    ],
  }
  await openEditor({ stars: 2, height: 1 }, [hint])
  await screen.findByText('metadata.stars: 2')
  await user.type(await screen.findByRole('textbox', { name: /Height/ }), '5')
  await screen.findByText('metadata.height: 15')
})

test('a list can show a column of the plugin, which is offered after the fields of the type', () => {
  const { slots } = createTestHost(editor, { others: [rating] })
  const fields = [...listFields([objectType]), ...panelFields(slots.get('list.column'))]
  expect(fields.at(-1)).toMatchObject({ title: 'Average rating', isUnsortable: true })
  expect(chosenColumns(fields, undefined).map(({ path }) => path)).not.toContain('rating.average')
  const chosen = chosenColumns(fields, ['rating.average'])
  expect(chosen.map(({ path }) => path)).toEqual(['title', 'rating.average'])
})

describe('field kinds', () => {
  test('are found by id, and fall back to the kind of the field type when they do not fit or are missing', () => {
    expect(kindOf(kinds(), field)?.id).toBe('rating.stars')
    expect(kindOf(kinds(), { ...field, kind: null })?.id).toBe('editor.number')
    expect(kindOf(kinds(), { ...field, type: 'text' })?.id).toBe('editor.text')
    expect(kindOf(kinds(), { ...field, kind: 'other.gone' })?.id).toBe('editor.number')
  })

  test('define the operators that filter their fields', () => {
    const fields = typeFields([objectType])
    const [stars, height] = withOperators(fields, fields, kinds()).map((one) => operatorsFor(one))
    expect(stars).toEqual(['greater than or equal to', 'less than', 'is'])
    expect(height).toContain('in')
  })
})

test('a list renders the plugin’s cell and the plugin’s column', async () => {
  const object = objectOf({ metadata: { stars: 4, height: 3, title: 'x' } })
  const [kind] = kinds('rating.stars')
  const { default: Cell } = (await kind?.info.cell?.()) ?? { default: () => null }
  render(<Cell field={field} value={4} object={object} />)
  expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeDefined()
  cleanup()
  await renderSlot(rating, 'list.column', { object, bucketSlug: 'archive' })
  expect(await screen.findByText('3.5 on average')).toBeDefined()
})

test('a setting of the plugin is read from the server and saved there', async () => {
  let settings = {}
  const { host } = await renderSlot(
    rating,
    'settings.section',
    { bucketSlug: 'archive' },
    {
      facts: { 'route.bucketSlug': 'archive' },
      api: {
        'pluginSettings.get': () => ({ settings, rev: 0 }),
        'pluginSettings.update': ({ body }) => {
          settings = (body as { data: object }).data
          return { settings, rev: 1 }
        },
      },
    },
  )
  await user.click(await screen.findByRole('switch', { name: 'Show empty stars' }))
  expect(await screen.findByRole('switch', { checked: true })).toBeDefined()
  expect(host.log.calls.at(-1)).toMatchObject({
    body: { slug: 'archive', plugin_id: 'rating', data: { 'show-empty': true } },
  })
})
