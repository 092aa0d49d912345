// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Metafield } from '@typecase/contract/metafields'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import type { CallInput } from '@typecase/plugin-sdk/testing/api'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { expect, test } from 'vitest'

import { builtInKinds } from '../field-kinds.ts'
import { objectRoute } from '../routes.ts'
import { saveCommands } from '../commands/save.ts'
import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'

const plugin = definePlugin({
  id: 'editor',
  version: '1.0.0',
  api: 1,
  title: 'Editor',
  routes: [objectRoute],
  commands: saveCommands,
  slots: builtInKinds,
})

const fields: Metafield[] = [
  { key: 'cover', title: 'Cover', type: 'file', media_validation_type: 'image' },
  { key: 'shots', title: 'Shots', type: 'files', media_validation_type: 'image' },
  { key: 'any', title: 'Any file', type: 'file' },
]
const types: Record<string, string> = { 'storm.png': 'image/png', 'storm.mp4': 'video/mp4' }

async function open(metadata: Record<string, unknown>) {
  const object = objectOf({ metadata })
  const media = Object.entries(types).map(([name, type]) => ({
    id: name,
    name,
    original_name: `My ${name}`,
    type,
    alt_text: 'The sea',
  }))
  await renderPlugin(plugin, {
    route: 'editor.object',
    params: { bucketSlug: 'archive', objectID: object.id },
    facts: { 'route.bucketSlug': 'archive', can: new Set(['objects:write']) },
    api: {
      'buckets.get': () => ({
        bucket: { object_types: [objectTypeOf(fields)], api_access: { read_key: '' } },
      }),
      'objects.get': () => ({ object }),
      'objects.references': () => ({ references: [], by_field: [], total: 0, limit: 5, skip: 0 }),
      'media.list': ({ query }: CallInput) => {
        const { $in: names } = (
          JSON.parse((query as { query: string }).query) as { name: { $in: string[] } }
        ).name
        const matches = media.filter(({ name }) => names.includes(name))
        return { media: matches, total: matches.length, limit: 100, skip: 0 }
      },
    },
  })
  await screen.findByRole('textbox', { name: 'Title' })
}

test('a field that holds media of the wrong kind shows an error', async () => {
  await open({ cover: 'storm.mp4', shots: ['storm.png', 'storm.mp4?rect=0,0,5,5'] })
  expect(await screen.findByText('Cover must be a media of type image')).toBeDefined()
  expect(await screen.findByText('Shots must be a media of type image')).toBeDefined()
})

test('a field shows no error for media of the right kind, of any kind, or not yet uploaded', async () => {
  await open({ cover: 'later.mp4', shots: ['storm.png'], any: 'storm.mp4' })
  expect(await screen.findByRole('button', { name: 'Remove My storm.png' })).toBeDefined()
  expect(screen.queryByText(/must be a media of type/)).toBeNull()
})
